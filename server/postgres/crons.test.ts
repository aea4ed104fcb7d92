// Parses the schedule of every job as graphile-worker does, because a schedule that graphile-worker refuses keeps the whole server from starting.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseCronItems } from 'graphile-worker'
import { expect, test } from 'vitest'

const FOLDER = join(import.meta.dirname, '..')
const sources = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
const textOf = (file: string) => readFileSync(join(FOLDER, file), 'utf8')
const crons = sources.flatMap((file) =>
  [...textOf(file).matchAll(/\b(\w+): \{\s*(?:\/\/.*\s*)*cron: '([^']+)'/g)].map(([, task = '', match = '']) => ({ task, match })),
)

test('every job’s cron is accepted by graphile-worker’s parser', () => {
  const asked = sources.reduce((sum, file) => sum + [...textOf(file).matchAll(/\bcron: (?!match\b)/g)].length, 0)
  expect(crons.length).toBe(asked)
  expect(crons.length).toBeGreaterThan(30)
  for (const { task, match } of crons) expect(() => parseCronItems([{ task, match }]), `${task}: ${match}`).not.toThrow()
})

test('no two jobs of the server have the same name', () => {
  expect(new Set(crons.map(({ task }) => task)).size).toBe(crons.length)
})

test('control: a cron step that starts at another minute than 0 is refused', () => {
  expect(() => parseCronItems([{ task: 'one', match: '3-59/10 * * * *' }])).toThrow()
})
