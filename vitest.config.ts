// Four kinds of test: pure ones and the server on a real database first, then the product killed at work, then journeys in a real browser. The last two
// want the machine to themselves.
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    pool: 'forks',
    maxWorkers: 2,
    projects: [
      { extends: true, test: { name: 'unit', include: ['contract/**/*.test.ts', 'tools/**/*.test.ts', 'web/**/*.test.{ts,tsx}'] } },
      {
        extends: true,
        test: {
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
          sequence: { groupOrder: 2 },
          globalSetup: 'e2e/serve.ts',
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
