// `npm run steady -- [--times 50] [--busy 2] [--clock 2028-02-29T12:00:00] [files]`: runs test files, by default those beside changed files, again and again
// while two processes keep both cores busy, each time in another order of files, and prints every test that failed at least once, with the seed of that run.
// No test is tried a second time in a run.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { changedFiles, serverTests } from './changed-files.ts'

const { values, positionals } = parseArgs({
  options: {
    times: { type: 'string', default: '50' },
    busy: { type: 'string', default: '2' },
    clock: { type: 'string', multiple: true, default: [] },
    seed: { type: 'string' },
  },
  allowPositionals: true,
})
const [times, busy_count] = [Number(values.times), Number(values.busy)]
const changed = changedFiles()
const files = positionals.length > 0 ? positionals : [...new Set([...serverTests(changed), ...changed.filter((path) => /\.test\.tsx?$/.test(path))])]

/** A library that shifts the clock of a process and of all its children, even databases and browsers: tools/testing/clock.c, compiled here. */
function clockLibrary(folder: string): string {
  const library = join(folder, 'clock.so')
  // The folder can be read by all users, because a database that root starts runs as another user and loads the library too.
  chmodSync(folder, 0o755)
  execFileSync('cc', ['-shared', '-fPIC', '-O2', '-o', library, join(import.meta.dirname, 'clock.c'), '-ldl'])
  return library
}

/** The seconds from now to a time in Berlin. */
function secondsTo(clock: string): string {
  const then = execFileSync('date', ['-d', clock, '+%s'], { env: { ...process.env, TZ: 'Europe/Berlin' }, encoding: 'utf8' })
  const seconds = Number(then) - Math.round(Date.now() / 1000)
  return String(seconds)
}

type Red = { test: string; seed: number; clock: string; why: string }
type Report = {
  testResults: { name: string; message?: string; status: string; assertionResults: { fullName: string; status: string; failureMessages?: string[] }[] }[]
}

/** Returns three parts of a failed test's output: the error, what the test was waiting for, and the line of the test or its helpers. */
function reasonOf(text = ''): string {
  const lines = text.split('\n').map((line) => line.trim())
  const [waited, place] = [
    lines.find((line) => line.startsWith('- waiting for')),
    lines.find((line) => /\(?(file:)?\/.*\.ts:\d+/.test(line) && !line.includes('node_modules')),
  ]
  return [lines[0], waited, place].filter(Boolean).join('\n      ')
}

function redOf(report: Report, seed: number, clock: string): Red[] {
  return report.testResults.flatMap(({ name, message, status, assertionResults }) => {
    const tests = assertionResults.filter((one) => one.status === 'failed')
    if (tests.length === 0 && status === 'failed') return [{ test: name, seed, clock, why: reasonOf(message) }]
    return tests.map(({ fullName, failureMessages }) => ({ test: `${name}: ${fullName}`, seed, clock, why: reasonOf(failureMessages?.[0]) }))
  })
}

async function round(seed: number, clock: string): Promise<Red[]> {
  const folder = mkdtempSync(join(tmpdir(), 'portal-steady-'))
  const output = join(folder, 'report.json')
  // The shift is the same number of seconds for each process, so that a process that starts later has the same time as the others.
  const shifted = clock && { LD_PRELOAD: clockLibrary(folder), CLOCK_SHIFT: secondsTo(clock) }
  try {
    const given = ['vitest', 'run', '--retry=0', '--reporter=json', `--outputFile=${output}`, ...files]
    const child = spawn('npx', given, { stdio: ['ignore', 'ignore', 'inherit'], env: { ...process.env, ...shifted, STEADY_SEED: String(seed) } })
    await new Promise((done) => child.once('exit', done))
    if (!existsSync(output)) return [{ test: 'the run itself', seed, clock, why: 'it ended without a report' }]
    return redOf(JSON.parse(readFileSync(output, 'utf8')), seed, clock)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const busy: ChildProcess[] = Array.from({ length: busy_count }, () => spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' }))
const quiet = () => {
  for (const one of busy) one.kill('SIGKILL')
}
process.once('exit', quiet)
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))

if (files.length === 0) throw new Error('nothing changed that has a test; name files')
process.stdout.write(`${files.length} files, ${times} times, beside ${busy_count} busy processes\n`)
const reds: Red[] = []
const first = Number(values.seed ?? 1)
for (let seed = first; seed < first + times; seed++) {
  const clock = values.clock[(seed - first) % Math.max(1, values.clock.length)] ?? ''
  const begun = performance.now()
  const red = await round(seed, clock)
  reds.push(...red)
  process.stdout.write(
    `seed ${seed}${clock && ` at ${clock}`}: ${red.length === 0 ? 'green' : `${red.length} red`} in ${Math.round((performance.now() - begun) / 1000)} s\n`,
  )
  for (const { test, why } of red) process.stdout.write(`  ${test}\n    ${why}\n`)
}
const tests = new Map(reds.map(({ test }) => [test, reds.filter((one) => one.test === test).map(({ seed }) => seed)]))
for (const [test, seeds] of tests) process.stdout.write(`RED ${seeds.length} of ${times}: ${test} (seeds ${seeds.join(', ')})\n`)
process.stdout.write(`${JSON.stringify({ steady: { files: files.length, times, red: tests.size } })}\n`)
process.exit(reds.length === 0 ? 0 : 1)
