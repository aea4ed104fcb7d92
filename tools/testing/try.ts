// `npm run try`: the quick form of the tests for daily work. It runs `npm run check`, the tests beside the changed files, and the views of the screens that use
// these files; `npm run try -- main` compares with a branch. The whole of `npm test` comes before a change lands.
import { spawn } from 'node:child_process'
import { changedFiles, changedScreens, serverTests } from './changed-files.ts'

/** The most views that are run after a change that all screens use. They take less than three minutes and are spread over the app. */
const VIEWS_MOST = 24

const changed = changedFiles(process.argv[2])
const [tests, screens] = [serverTests(changed), changedScreens(changed)]
const ofBrowser = changed.filter((path) => /^(web|contract|tools)\/.*\.(tsx?|json)$/.test(path))
const step = Math.max(1, screens.length / VIEWS_MOST)
const looked = screens.filter((_, n) => Math.floor(n / step) !== Math.floor((n - 1) / step))
const journeys = changed.filter((path) => /^e2e\/journeys\/.*\.test\.ts$/.test(path))

const say = (text: string) => process.stdout.write(`${text}\n`)
say(`${changed.length} files changed, ${tests.length} files of server tests beside them, ${screens.length} screens reach them`)
if (looked.length < screens.length) say(`${looked.length} of these are looked at: ${looked.join(' ')}`)

const failed: string[] = []
async function run(name: string, command: string, ...given: string[]): Promise<void> {
  const begun = performance.now()
  const child = spawn(command, given, { stdio: ['ignore', 'inherit', 'inherit'] })
  const code = await new Promise((done) => child.once('exit', done))
  say(`${name}: ${code === 0 ? 'passed' : 'FAILED'} in ${Math.round((performance.now() - begun) / 1000)} s`)
  if (code !== 0) failed.push(name)
}

const begun = performance.now()
// All three parts run at the same time, because the check keeps one core busy, and tests of the server and the browser spend half of their time waiting.
await Promise.all([
  run('check', 'npm', 'run', '--silent', 'check'),
  (async () => {
    if (tests.length > 0) await run('server', 'npx', 'vitest', 'run', '--project', 'server', ...tests)
    if (ofBrowser.length > 0) await run('unit', 'npx', 'vitest', 'related', '--run', '--passWithNoTests', '--project', 'unit', ...ofBrowser)
    if (looked.length + journeys.length > 0) await run('build', 'npm', 'run', '--silent', 'build')
    if (looked.length > 0) {
      process.env.SCREENS = looked.join(' ')
      await run('views', 'npx', 'vitest', 'run', '--project', 'e2e', 'e2e/views', 'e2e/journeys/house/shop-screens')
    }
    if (journeys.length > 0) await run('journeys', 'npx', 'vitest', 'run', '--project', 'e2e', ...journeys)
  })(),
])
say(failed.length === 0 ? `all passed in ${Math.round((performance.now() - begun) / 1000)} s` : `FAILED: ${failed.join(', ')}`)
process.exitCode = failed.length === 0 ? 0 : 1
