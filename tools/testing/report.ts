// A run's report at its end: how long the run took and its ten slowest files, tests that needed a second try, and the number of things its sweeps looked at. A
// whole run fails if a file takes too long, if more than a few tests needed a second try, or if the sweeps looked at fewer things than before.
import { readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import type { Reporter, TestCase, TestModule, Vitest } from 'vitest/node'
import { KINDS, type Looked } from '../../server/test/coverage-count.ts'
import { exceptionIds } from '../shapes/exceptions.ts'
import { secondsOf } from './long.ts'

const ROOT = join(import.meta.dirname, '../..')
const SECONDS_MOST = 60
/** Files listed as long may take twice as long as listed. */
const SLACK = 2
/**
 * The time of all files together, one after the other, when the figures of long.ts were measured: in a run that is slower as a whole, each file may take
 * longer in proportion.
 */
const USUAL_SECONDS = 2_400
const RETRIED_MOST = 3
const SLOWEST = 10

export type FileTime = { file: string; seconds: number }
export type Counts = Record<(typeof KINDS)[number], number>

/** Returns a line for each file that took longer than allowed, with the time taken and the limit. */
export function tooSlow(times: readonly FileTime[]): string[] {
  const slowness = Math.max(1, times.reduce((sum, { seconds }) => sum + seconds, 0) / USUAL_SECONDS)
  return times.flatMap(({ file, seconds }) => {
    const most = Math.round(Math.max(SECONDS_MOST, secondsOf(file) * SLACK) * slowness)
    return seconds > most ? [`${file} took ${Math.round(seconds)} s of ${most} at most: cut it, or list it with its reason in tools/testing/long.ts`] : []
  })
}

/** Returns a line for each kind of thing (screens, calls, …) of which a run looked at fewer than the committed counts say. */
export const fewer = (now: Counts, least: Counts): string[] =>
  KINDS.flatMap((kind) => (now[kind] < least[kind] ? [`only ${now[kind]} ${kind} were looked at, ${least[kind]} before (tools/testing/looked-at.json)`] : []))

export function counted(looked: readonly Looked[]): Counts {
  const counts = KINDS.map((kind) => [kind, new Set(looked.flatMap((one) => one[kind] ?? [])).size])
  return Object.fromEntries(counts)
}

/** Returns a line for each exception of the rules for statements that no test met: its statement was mended or is gone. */
export const notMet = (listed: Iterable<string>, met: readonly string[]): string[] =>
  [...listed].flatMap((id) => (met.includes(id) ? [] : [`no statement needs this exception any more (tools/shapes/exceptions.ts): ${id}`]))

export const leastLookedAt = (): Counts => JSON.parse(readFileSync(join(import.meta.dirname, 'looked-at.json'), 'utf8'))

const casesOf = (modules: readonly TestModule[]): TestCase[] => modules.flatMap((module) => [...module.children.allTests()])
/** Returns the first lines of the error with which a test's first try failed, and what the test was waiting for. */
const firstWrong = (test: TestCase): string =>
  (test.result().errors?.[0]?.message ?? '')
    .split('\n')
    .map((line) => line.trim())
    .filter((line, n) => line !== '' && (n < 4 || line.startsWith('- waiting for')))
    .map((line) => `\n    ${line}`)
    .join('')
const timeOf = (module: TestModule): FileTime => {
  const { collectDuration, duration } = module.diagnostic()
  return { file: relative(ROOT, module.moduleId).replaceAll('\\', '/'), seconds: (collectDuration + duration) / 1000 }
}

export class RunReport implements Reporter {
  private begun = performance.now()
  private isWhole = false

  onInit(vitest: Vitest): void {
    this.begun = performance.now()
    // A run of named files, tests or projects is only a part, and the rules for a whole run do not apply to it.
    const { argv } = process
    this.isWhole = argv.at(-1) === 'run' && !vitest.config.watch
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    const times = modules.map(timeOf).sort((a, b) => b.seconds - a.seconds)
    const cases = casesOf(modules)
    const retried = cases.filter((test) => (test.diagnostic()?.retryCount ?? 0) > 0)
    const counts = counted(cases.flatMap((test) => test.meta().looked ?? []))
    const lines = [
      `\nThe ${SLOWEST} slowest files of ${modules.length}, in ${Math.round((performance.now() - this.begun) / 1000)} s in all:`,
      ...times.slice(0, SLOWEST).map(({ file, seconds }) => `  ${seconds.toFixed(1).padStart(6)} s  ${file}`),
      `Tests that needed a second try: ${retried.length}`,
      ...retried.map((test) => `  ${relative(ROOT, test.module.moduleId)}: ${test.fullName}${firstWrong(test)}`),
      `Looked at: ${KINDS.map((kind) => `${counts[kind]} ${kind}`).join(', ')}`,
    ]
    if (this.isWhole) {
      const exceptions = cases.flatMap((test) => test.meta().exceptions ?? [])
      const wrongs = [...tooSlow(times), ...fewer(counts, leastLookedAt()), ...notMet(exceptionIds, exceptions)]
      if (retried.length > RETRIED_MOST) wrongs.push(`${retried.length} tests needed a second try, ${RETRIED_MOST} at most`)
      lines.push(...wrongs.map((wrong) => `RED: ${wrong}`))
      if (wrongs.length > 0) process.exitCode = 1
    }
    process.stdout.write(`${lines.join('\n')}\n`)
  }
}
