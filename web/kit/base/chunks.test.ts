import { expect, test } from 'vitest'
import { within } from './chunks.ts'

test('a chunk that never arrives fails with its name; one that arrives in time does not', async () => {
  await expect(within(new Promise(() => undefined), '/staff/view', 5)).rejects.toThrow('Loading chunk /staff/view failed')
  await expect(within(Promise.resolve('here'), '/staff/view', 5)).resolves.toBe('here')
})
