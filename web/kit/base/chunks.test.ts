import { expect, test } from 'vitest'
import { within } from './chunks.ts'

test('a part of the app that does not load in time is reported as failed, with its name; a part that loads in time is not reported', async () => {
  await expect(within(new Promise(() => undefined), '/staff/view', 5)).rejects.toThrow('Loading chunk /staff/view failed')
  await expect(within(Promise.resolve('here'), '/staff/view', 5)).resolves.toBe('here')
})
