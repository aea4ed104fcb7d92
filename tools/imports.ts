// The rules about imports, checked by dependency-cruiser. The check also fails if it saw too few modules, because it would otherwise succeed without having
// checked the code.
import { join } from 'node:path'
import { cruise, type ICruiseResult, type IForbiddenRuleType } from 'dependency-cruiser'
import { WINGS } from './wings.ts'

/** The fewest modules with which the check succeeds. Without @swc/core beside TypeScript 7, dependency-cruiser finds no modules and does not complain. */
const MODULES_MIN = 50
const FOLDERS = ['contract', 'server', 'web', 'tools', 'simulators', 'e2e', 'bench']

const TEST = '(\\.test\\.tsx?$|^server/(test|sweeps)/|/fixtures/)'
const rule = (name: string, from: IForbiddenRuleType['from'], to: object): IForbiddenRuleType => ({ name, severity: 'error', from, to }) as IForbiddenRuleType

const rules: IForbiddenRuleType[] = [
  rule('the contract imports zod and itself', { path: '^contract/', pathNot: TEST }, { pathNot: '(^contract/|node_modules/zod/)' }),
  rule('the server does not know the web', { path: '^server/', pathNot: TEST }, { path: '^web/' }),
  rule('the web does not know the server', { path: '^web/', pathNot: TEST }, { path: '^server/' }),
  rule('what modules stand on imports none', { path: '^server/(kit|postgres|figures|http)/', pathNot: TEST }, { path: '^server/modules/' }),
  rule('the web’s kit imports no module', { path: '^web/kit/' }, { path: '^web/modules/' }),
  rule('money imports no module', { path: '^server/money/', pathNot: TEST }, { path: '^server/modules/' }),
  rule('a module does not know the shell', { path: '^web/(modules|kit)/', pathNot: TEST }, { path: '^web/shell/' }),
  rule('the database counts no sales', { path: '^server/(kit|postgres)/', pathNot: TEST }, { path: '^server/figures/' }),
  rule(
    'figures are read, money moves: neither knows the other',
    { path: '^server/(figures|money)/', pathNot: TEST },
    { path: '^server/(figures|money)/', pathNot: '^server/$1/' },
  ),
  rule('suppliers import no module', { path: '^server/suppliers/', pathNot: TEST }, { path: '^server/modules/' }),
  rule('what suppliers stand on knows none', { path: '^server/(kit|postgres|figures|money)/', pathNot: TEST }, { path: '^server/suppliers/' }),
  rule(
    'a module is entered by its front door',
    { path: '^server/modules/([^/]+/[^/]+)/', pathNot: TEST },
    { path: '^server/modules/[^/]+/[^/]+/', pathNot: ['^server/modules/$1/', '^server/modules/[^/]+/([^/]+)/\\1\\.ts$'] },
  ),
  // A screen or dialog that is loaded when it is opened is imported by its own path. An import through the module's public file (<module>/<module>.ts, the
  // "front door") would load everything behind that file.
  rule(
    'a module of the web is entered by its front door',
    { path: '^web/(?:modules/([^/]+/[^/]+)|shell|screens)/', pathNot: TEST },
    { path: '^web/modules/[^/]+/[^/]+/', pathNot: ['^web/modules/$1/', '^web/modules/[^/]+/([^/]+)/\\1\\.ts$'], dependencyTypesNot: ['dynamic-import'] },
  ),
  ...WINGS.slice(0, -1).map((wing, i) =>
    rule(
      `${wing} knows no wing behind it`,
      { path: `^(contract|(server|web)/modules)/${wing}/`, pathNot: TEST },
      { path: `^(contract|(server|web)/modules)/(${WINGS.slice(i + 1).join('|')})/`, dependencyTypesNot: ['dynamic-import'] },
    ),
  ),
  rule('tests are not imported', { pathNot: [TEST, '^e2e/', '^bench/', '^tools/', '^vitest\\.config'] }, { path: TEST }),
  rule('no circles', {}, { circular: true, viaOnly: { dependencyTypesNot: ['dynamic-import'] } }),
]

/**
 * The part of the code ("room") to which a file belongs: its module, its folder in the contract or in web/kit, or otherwise its folder two levels below the
 * root.
 */
const roomOf = (path: string): string => {
  const parts = path.split('/')
  return parts.slice(0, parts[1] === 'modules' ? 4 : path.startsWith('web/kit/') ? 3 : 2).join('/')
}

/** Returns the circles of imports between these parts ("rooms"), each circle once: as the path from a part through others back to itself. */
export function roomCircles(imports: readonly { from: string; to: string }[]): string[] {
  const reached = new Map<string, Set<string>>()
  for (const { from, to } of imports) {
    const [a, b] = [roomOf(from), roomOf(to)]
    if (a !== b) reached.set(a, (reached.get(a) ?? new Set()).add(b))
  }
  const found = new Map<string, string>()
  for (const room of [...reached.keys()].sort()) {
    const way = wayBack(reached, room)
    const key = way && [...way].sort().join(' ')
    if (key && !found.has(key)) found.set(key, [...way, room].join(' → '))
  }
  return [...found.values()]
}

/** Returns the shortest path of imports from a part ("room") back to itself; undefined if there is none. */
function wayBack(reached: ReadonlyMap<string, ReadonlySet<string>>, room: string): string[] | undefined {
  const seen = new Set<string>()
  for (let ways = [[room]]; ways.length > 0; ) {
    const longer: string[][] = []
    for (const way of ways)
      for (const next of reached.get(way.at(-1) ?? '') ?? []) {
        if (next === room) return way
        if (!seen.has(next)) longer.push([...way, next])
        seen.add(next)
      }
    ways = longer
  }
  return undefined
}

/** Returns the imports of a repository that break a rule, one per line. */
export async function wrongImports(root: string, folders: readonly string[]): Promise<{ wrong: string[]; modules: number }> {
  const { output } = await cruise([...folders], {
    baseDir: root,
    ruleSet: { forbidden: rules },
    validate: true,
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(node_modules/(?!zod)|dist/)' },
  })
  const { summary, modules } = output as ICruiseResult
  const broken = summary.violations.map(({ rule: { name }, from, to, cycle }) => `${name}: ${[from, ...(cycle?.map((step) => step.name) ?? [to])].join(' → ')}`)
  const isTest = new RegExp(TEST)
  // Imports that load a screen only when it is opened are left out, because they do not count as a circle.
  const imports = modules
    .filter(({ source }) => !isTest.test(source))
    .flatMap(({ source, dependencies }) =>
      dependencies
        .filter(({ dynamic, resolved }) => !dynamic && !resolved.startsWith('node_modules/') && !isTest.test(resolved))
        .map(({ resolved }) => ({ from: source, to: resolved })),
    )
  return { wrong: [...broken, ...roomCircles(imports).map((way) => `rooms in a circle: ${way}`)], modules: modules.length }
}

if (process.argv[1] === import.meta.filename) {
  const { wrong, modules } = await wrongImports(join(import.meta.dirname, '..'), FOLDERS)
  for (const each of wrong) process.stderr.write(`${each}\n`)
  if (modules < MODULES_MIN) process.stderr.write(`only ${modules} modules were seen\n`)
  process.exitCode = wrong.length > 0 || modules < MODULES_MIN ? 1 : 0
}
