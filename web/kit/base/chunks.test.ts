import { expect, test } from 'vitest'
import { within } from './chunks.ts'

test('a part that never comes fails with its name; one that comes in time does not', async () => {
  await expect(within(new Promise(() => undefined), '/staff/view', 5)).rejects.toThrow('Loading chunk /staff/view failed')
  await expect(within(Promise.resolve('here'), '/staff/view', 5)).resolves.toBe('here')
})
