// Four kinds of test, which all run at the same time: pure tests and tests of the server on a real database keep the processors busy; journeys in a real
// browser, and tests in which the product is killed at work, mostly wait and start servers of their own.
import { createHash } from 'node:crypto'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { secondsOf } from './tools/testing/long.ts'
import { RunReport } from './tools/testing/report.ts'

/** The seed that `npm run steady` sets, so that each of its rounds runs the files in another order. */
const seed = Number(process.env.STEADY_SEED ?? 0)
const shuffled = (file: string) => createHash('sha256').update(`${seed} ${file}`).digest('hex')

/** The longest files run first, then one project after another, so that a worker has already imported most of what its next file needs. */
class LongOnesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    if (seed > 0) return [...files].sort((a, b) => (shuffled(a.moduleId) < shuffled(b.moduleId) ? -1 : 1))
    return (await super.sort(files)).sort((a, b) => secondsOf(b.moduleId) - secondsOf(a.moduleId) || a.project.name.localeCompare(b.project.name))
  }
}

/**
 * Modules are imported once per worker, not once per file, and all files of a worker share one browser. That is safe because each file has a world of its own
 * (server/test/world.ts), and because modules keep nothing of a file's world or pages (e2e/kit/browser.ts).
 */
const together = { isolate: false }

export default defineConfig({
  test: {
    pool: 'forks',
    // These tests mostly wait for browsers and servers, so three of them at a time are needed to keep two cores busy.
    maxWorkers: 3,
    sequence: { sequencer: LongOnesFirst },
    reporters: ['default', new RunReport()],
    projects: [
      // The browser project is listed first, because its server can start while the database of the other projects starts.
      {
        extends: true,
        test: {
          ...together,
          name: 'e2e',
          include: ['e2e/**/*.test.ts'],
          globalSetup: 'e2e/kit/serve.ts',
          setupFiles: 'e2e/kit/server.ts',
          testTimeout: 240_000,
          // A browser may stall on a busy machine. A test that fails twice is wrong; one that needed its second try is listed in the report.
          retry: 1,
          hookTimeout: 240_000,
          expect: { poll: { timeout: 30_000 } },
        },
      },
      {
        extends: true,
        test: {
          ...together,
          name: 'unit',
          include: ['contract/**/*.test.ts', 'tools/**/*.test.ts', 'web/**/*.test.{ts,tsx}'],
          // The limit is as long as the server tests', because these run beside them.
          testTimeout: 90_000,
        },
      },
      {
        extends: true,
        test: {
          ...together,
          name: 'server',
          include: ['server/**/*.test.ts'],
          globalSetup: 'server/test/cluster.ts',
          setupFiles: 'server/test/statement-shapes.ts',
          // The limits are long, because other work on the machine may take two thirds of it.
          testTimeout: 90_000,
          hookTimeout: 180_000,
          expect: { poll: { timeout: 10_000 } },
        },
      },
      { extends: true, test: { name: 'faults', include: ['bench/**/*.test.ts'] } },
    ],
  },
})
