import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { calls } from '../contract/index.ts'
import root from '../package.json' with { type: 'json' }
import client from '../packages/client/package.json' with { type: 'json' }
import { clientTypes } from './client-types.ts'

test('the committed calls of the client are those of the contract; if not, run `npm run generate`', async () => {
  const file = join(import.meta.dirname, '../packages/client/src/calls.gen.ts')
  expect(readFileSync(file, 'utf8')).toBe(await clientTypes(calls))
})

test('the client has the portal’s version, because the guide names its file by that version', () => {
  expect(client.version).toBe(root.version)
})
