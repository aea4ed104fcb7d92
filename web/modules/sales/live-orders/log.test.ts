// Tests that every request to suppliers has a text in the log. The requests are read from the source of the adapters.

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { languages } from '../../../../contract/kit/languages.ts'
import { catalogueOf } from '../../../i18n/texts.ts'
import { logWords } from './log-words.ts'

const root = join(import.meta.dirname, '../../../..')
const areas = ['auth', 'connections', 'fields', 'house']
const asked = readdirSync(join(root, 'server/suppliers'), { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
  .flatMap((file) => [...readFileSync(join(root, 'server/suppliers', file), 'utf8').matchAll(/\bcall: '([^']+)'/g)])
  .map(([, call = '']) => call)

test.each(languages)('the log of requests has a word for every kind of request to a supplier, in %s', (language) => {
  const messages = Object.fromEntries(areas.map((area) => [area, catalogueOf(area, language)]))
  const { calls, reasons } = logWords(messages as Parameters<typeof logWords>[0])
  expect(asked.length).toBeGreaterThan(20)
  expect([...new Set(asked)].filter((call) => !Object.hasOwn(calls, call))).toEqual([])
  expect(Object.entries(reasons)).toContainEqual([String(new DOMException('', 'TimeoutError').code), reasons.ETIMEDOUT])
})
