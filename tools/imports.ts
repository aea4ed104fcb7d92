// The import rules of docs/decisions, checked by dependency-cruiser. The check also requires that it saw the modules, otherwise it proves nothing.
import { join } from 'node:path'
import { cruise, type ICruiseResult, type IForbiddenRuleType } from 'dependency-cruiser'

/** Fewer modules mean that the parser saw nothing, which dependency-cruiser without @swc/core beside TypeScript 7 does without complaint. */
const MODULES_MIN = 50

const TEST = '(\\.test\\.tsx?$|^server/(test|sweeps)/|/fixtures/)'
const rule = (name: string, from: IForbiddenRuleType['from'], to: object): IForbiddenRuleType => ({ name, severity: 'error', from, to }) as IForbiddenRuleType

export const rules: IForbiddenRuleType[] = [
  rule('the contract imports zod and itself', { path: '^contract/', pathNot: TEST }, { pathNot: '(^contract/|node_modules/zod/)' }),
  rule('the server does not know the web', { path: '^server/', pathNot: TEST }, { path: '^web/' }),
  rule('the web does not know the server', { path: '^web/', pathNot: TEST }, { path: '^server/' }),
  rule('the kit imports no module', { path: '^server/kit/' }, { path: '^server/modules/' }),
  rule('the web’s kit imports no module', { path: '^web/kit/' }, { path: '^web/modules/' }),
  rule('money imports no module', { path: '^server/money/', pathNot: TEST }, { path: '^server/modules/' }),
  rule('suppliers import no module', { path: '^server/suppliers/', pathNot: TEST }, { path: '^server/modules/' }),
  rule('kit and money know no supplier', { path: '^server/(kit|money)/', pathNot: TEST }, { path: '^server/suppliers/' }),
  rule(
    'a module is entered by its front door',
    { path: '^server/modules/([^/]+)/', pathNot: TEST },
    { path: '^server/modules/([^/]+)/', pathNot: ['^server/modules/$1/', '^server/modules/([^/]+)/\\1\\.ts$'] },
  ),
  rule('tests are not imported', { pathNot: [TEST, '^e2e/', '^bench/', '^tools/', '^vitest\\.config'] }, { path: TEST }),
  rule('no circles', {}, { circular: true, viaOnly: { dependencyTypesNot: ['dynamic-import'] } }),
]

const root = join(import.meta.dirname, '..')
const { output } = await cruise(['contract', 'server', 'web', 'tools', 'simulators', 'e2e', 'bench'], {
  baseDir: root,
  ruleSet: { forbidden: rules },
  validate: true,
  tsPreCompilationDeps: true,
  doNotFollow: { path: 'node_modules' },
  exclude: { path: '(^|/)(node_modules/(?!zod)|dist/)' },
})
const { summary, modules } = output as ICruiseResult
for (const { rule: broken, from, to, cycle } of summary.violations)
  process.stderr.write(`${broken.name}: ${[from, ...(cycle?.map((step) => step.name) ?? [to])].join(' → ')}\n`)
if (modules.length < MODULES_MIN) process.stderr.write(`only ${modules.length} modules were seen\n`)
process.exitCode = summary.error > 0 || modules.length < MODULES_MIN ? 1 : 0
