// Finds the files of a change, and the tests and screens affected by them: used by `npm run try` and `npm run steady`.
import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'

const ROOT = join(import.meta.dirname, '../..')
const TEST = /\.test\.tsx?$/

const git = (...asked: string[]) => execFileSync('git', asked, { cwd: ROOT, encoding: 'utf8' }).split('\n').filter(Boolean)

/**
 * Files that differ from `base`, and files that git does not know yet; paths from the root. Without `base`, files are compared with the last commit; if nothing
 * is uncommitted, the files of that commit are returned.
 */
export function changedFiles(base?: string): string[] {
  const open = (from: string) => [...git('diff', '--name-only', from), ...git('ls-files', '--others', '--exclude-standard')]
  if (base) return open(base)
  const now = open('HEAD')
  return now.length > 0 ? now : git('diff', '--name-only', 'HEAD~1', 'HEAD')
}

const below = (folder: string): string[] =>
  existsSync(join(ROOT, folder))
    ? readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((path) => `${folder}/${path.replaceAll('\\', '/')}`)
    : []

/** The server's tests beside the changed files. A file of the server selects the tests in its folder, a file of the contract the tests of its module. */
export function serverTests(changed: readonly string[]): string[] {
  const folders = changed.flatMap((path) => {
    const [, module] = /^contract\/([\w-]+\/[\w-]+)\.ts$/.exec(path) ?? []
    if (module) return [`server/modules/${module}`]
    return path.startsWith('server/') && !TEST.test(path) ? [dirname(path)] : []
  })
  const own = changed.filter((path) => path.startsWith('server/') && TEST.test(path))
  const beside = folders.flatMap((folder) => below(folder).filter((path) => TEST.test(path)))
  /** A change of the contract may change who may make a call, and which routes exist, so the two files that test this for all calls are added. */
  const sweeps = changed.some((path) => path.startsWith('contract/')) ? ['server/sweeps/access.test.ts', 'server/sweeps/routes.test.ts'] : []
  return [...new Set([...own, ...beside, ...sweeps])].filter((path) => existsSync(join(ROOT, path)))
}

/** Returns the files that a browser file imports, statically or only when a screen is opened; packages and the contract are left out. */
function importsOf(path: string): string[] {
  const found = read.get(path) ?? readImports(path)
  read.set(path, found)
  return found
}
const read = new Map<string, string[]>()

function readImports(path: string): string[] {
  const text = readFileSync(join(ROOT, path), 'utf8')
  return [...text.matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+)'/g)].flatMap(([, to = '']) => {
    const file = normalize(join(dirname(path), to)).replaceAll('\\', '/')
    return existsSync(join(ROOT, file)) ? [file] : []
  })
}

/** Returns all files that a file imports, directly or through others. The list of screens is not followed, because it leads to all files. */
function reached(path: string): Set<string> {
  const seen = new Set<string>()
  const next = [path]
  for (let file = next.pop(); file !== undefined; file = next.pop()) {
    if (seen.has(file)) continue
    seen.add(file)
    if (/\.tsx?$/.test(file) && !file.startsWith('web/screens/')) next.push(...importsOf(file))
  }
  return seen
}

/** Paths of the screens whose code imports a changed file. A changed text counts for every screen of its area. */
export function changedScreens(changed: readonly string[]): string[] {
  const areas = new Set(changed.flatMap((path) => /^web\/i18n\/\w+\/(?:\w+\/)?([\w-]+)\.json$/.exec(path)?.[1] ?? []))
  const files = changed.filter((path) => /^(web|contract)\//.test(path) && !TEST.test(path))
  const modules = new Set(files.flatMap((path) => /^contract\/([\w-]+\/[\w-]+)\.ts$/.exec(path)?.[1] ?? []))
  return screens().flatMap(({ path, view, area }) => {
    const all = reached(view)
    const isOfModule = [...modules].some((module) => view.startsWith(`web/modules/${module}/`))
    return areas.has(area) || isOfModule || files.some((file) => all.has(file)) ? [path] : []
  })
}

/** Returns each screen with the file of its view. The screen's entry imports the file or, if several screens share it, names a constant that imports it. */
function screens(): { path: string; view: string; area: string }[] {
  const files = below('web/screens').filter((file) => /\/[\w-]+\.ts$/.test(file) && !TEST.test(file))
  return files.flatMap((file) => {
    const text = readFileSync(join(ROOT, file), 'utf8')
    const named = new Map([...text.matchAll(/const (\w+) = [^\n]*import\('([^']+)'\)/g)].map(([, name = '', to = '']) => [name, to]))
    return text
      .split(/(?=\bpath: ')/)
      .slice(1)
      .flatMap((entry) => {
        const view = /import\('([^']+)'\)/.exec(entry)?.[1] ?? named.get(/view: (\w+)/.exec(entry)?.[1] ?? '')
        if (!view) return []
        const at = (pattern: RegExp) => pattern.exec(entry)?.[1] ?? ''
        return [{ path: at(/path: '([^']+)'/), view: normalize(join(dirname(file), view)).replaceAll('\\', '/'), area: at(/area: '(\w+)'/) }]
      })
  })
}
