import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { calls } from '../contract/index.ts'
import { clientTypes } from './client-types.ts'

test('the committed calls of the client are those of the contract; if not, run `npm run generate`', async () => {
  const file = join(import.meta.dirname, '../packages/client/src/calls.gen.ts')
  expect(readFileSync(file, 'utf8')).toBe(await clientTypes(calls))
})
