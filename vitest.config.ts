// Four kinds of test: pure ones and the server on a real database first, then journeys in a real browser beside the product killed at work, which mostly
// waits. Both of these start servers of their own.
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Half a minute and more each, some of them in few lines, by which files are otherwise ordered: begun last, one would keep the other cores waiting. */
const LONG: readonly (readonly [path: RegExp, seconds: number])[] = [
  [/e2e\/views\/screens/, 250],
  [/e2e\/journeys\/shop-screens/, 210],
  [/bench\/faults/, 120],
  [/sweeps\/hostile/, 80],
  [/e2e\/journeys\/(access|first-sale)/, 65],
  [/sweeps\/leaks/, 45],
  [/e2e\/journeys\/(long-export|top-up|export-columns|templates|held)|bench\/supervise|books\/(books|marks|year)|seeds\/demo/, 30],
]
const secondsOf = (file: string) => LONG.find(([path]) => path.test(file))?.[1] ?? 0

/** Then one project after another, so that a worker has already imported most of what its next file needs. */
class LongOnesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).sort((a, b) => secondsOf(b.moduleId) - secondsOf(a.moduleId) || a.project.name.localeCompare(b.project.name))
  }
}

/** Browsers and servers that were killed are waited for: a third of them at work keeps two cores busy. */
const waiting = { maxWorkers: 3, sequence: { groupOrder: 1 } }

/**
 * A file's world is its own (server/test/world.ts) and modules keep nothing of it, nor of a file's pages (e2e/kit/browser.ts), so that each is imported once
 * per worker and not once per file, and a worker has one browser.
 */
const together = { isolate: false }

export default defineConfig({
  test: {
    pool: 'forks',
    maxWorkers: 2,
    sequence: { sequencer: LongOnesFirst },
    projects: [
      // First, as its server starts while the others' database does.
      {
        extends: true,
        test: {
          ...waiting,
          ...together,
          name: 'e2e',
          include: ['e2e/**/*.test.ts'],
          globalSetup: 'e2e/kit/serve.ts',
          setupFiles: 'e2e/kit/served.ts',
          testTimeout: 240_000,
          // A browser may stall on a crowded machine. What fails twice is wrong; what needed its second try stands in the report.
          retry: 1,
          hookTimeout: 240_000,
          expect: { poll: { timeout: 30_000 } },
        },
      },
      { extends: true, test: { ...together, name: 'unit', include: ['contract/**/*.test.ts', 'tools/**/*.test.ts', 'web/**/*.test.{ts,tsx}'] } },
      {
        extends: true,
        test: {
          ...together,
          name: 'server',
          include: ['server/**/*.test.ts'],
          globalSetup: 'server/test/cluster.ts',
          // What else runs on the machine may take two thirds of it.
          testTimeout: 90_000,
          hookTimeout: 180_000,
          expect: { poll: { timeout: 10_000 } },
        },
      },
      { extends: true, test: { ...waiting, name: 'faults', include: ['bench/**/*.test.ts'] } },
    ],
  },
})
