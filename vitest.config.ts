// Four kinds of test: pure ones and the server on a real database first, then journeys in a real browser beside the product killed at work, which mostly
// waits. Both of these start servers of their own.
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** A minute and more each: begun last, one of them would keep one core waiting for the other. */
const LONG = /\/(bench\/faults|e2e\/(views|journeys)\/(shop-)?screens|server\/sweeps\/hostile(-bodies)?)\.test\.ts$/

/** Then one project after another, so that a worker has already imported most of what its next file needs. */
class LongOnesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rankOf = ({ moduleId, project }: TestSpecification) => (LONG.test(moduleId) ? '' : project.name)
    return (await super.sort(files)).sort((a, b) => rankOf(a).localeCompare(rankOf(b)))
  }
}

/** A file's world is its own (server/test/world.ts) and modules keep nothing of it, so that each is imported once per worker and not once per file. */
const together = { isolate: false }

export default defineConfig({
  test: {
    pool: 'forks',
    maxWorkers: 2,
    sequence: { sequencer: LongOnesFirst },
    projects: [
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
      { extends: true, test: { name: 'faults', include: ['bench/**/*.test.ts'], sequence: { groupOrder: 1 } } },
      {
        extends: true,
        test: {
          name: 'e2e',
          include: ['e2e/**/*.test.ts'],

          sequence: { groupOrder: 1 },
          globalSetup: 'e2e/kit/serve.ts',
          testTimeout: 240_000,
          // A browser may stall on a crowded machine. What fails twice is wrong; what needed its second try stands in the report.
          retry: 1,
          hookTimeout: 240_000,
          expect: { poll: { timeout: 30_000 } },
        },
      },
    ],
  },
})
