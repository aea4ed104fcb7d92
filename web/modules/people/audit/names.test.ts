// Tests the names in the audit log. The field names, kinds and actions are read from the source of the handlers that write the log; each must have a text in
// every language.

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { calls } from '../../../../contract/index.ts'
import { languages } from '../../../../contract/kit/languages.ts'
import { catalogueOf } from '../../../i18n/texts.ts'
import { nameAmong } from '../../../kit/base/field-names.ts'

const root = join(import.meta.dirname, '../../../..')
const sources = readdirSync(join(root, 'server/modules'), { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
  .map((file) => readFileSync(join(root, 'server/modules', file), 'utf8'))
  .filter((text) => /\baudit\b|recordOf|subjectOf/.test(text))

/** Returns the property names in the text of an object literal. Spread and nested objects are skipped, because their own literals are found separately. */
function namesIn(literal: string): string[] {
  const flat = literal.replace(/\([^()]*(\([^()]*\)[^()]*)*\)/g, '').replace(/\[[^\]]*\]/g, '')
  return flat.split(',').flatMap((part) => /^\s*(?:\.{3}\{)?\s*([a-z]\w*)\s*(?=:|$|\})/.exec(part)?.[1] ?? [])
}

const literals = (pattern: RegExp) => sources.flatMap((text) => [...text.matchAll(pattern)].flatMap(([, literal = '']) => namesIn(literal)))

/** Calls whose input fields the handlers copy into the log under the same names. */
const taken = [calls.customerAdd, calls.customerUpdate, calls.customerExtra, calls.settingsUpdate, calls.supplierAdd, calls.productAdd]
/** Input fields that the log contains only under another name (`status` as is_active) or inside another field, or not at all. */
const neverWritten = [
  'transaction_key',
  'version',
  'mobile_confirmation',
  'current_password',
  'status',
  'own',
  'product_id',
  'configuration_id',
  'enabled',
  'key',
  'before',
  'reason',
]

const fields = new Set([
  ...literals(/\b(?:before|after|was|is)(?::| =) \{([^{}]+)\}/g),
  ...literals(/\[before, after\] = \[\s*\{([^{}]+)\},/g),
  ...literals(/audit\([^\n]*\? \{([^{}]+)\} : \{\}/g),
  ...literals(/recordOf = \([^)]*\) => \(\{([^{}]*(?:\{[^{}]*\}[^{}]*)*)\}\)/g),
  ...taken.flatMap((call) => Object.keys(call.input.shape)),
])
for (const name of neverWritten) fields.delete(name)
const kinds = new Set(sources.flatMap((text) => [...text.matchAll(/\bkind: '(\w+)',\s*(?:id|name)\b/g)].flatMap(([, kind]) => kind ?? [])))

test.each(languages)('every field, kind and action of the audit log has its name in %s', (language) => {
  const [texts, named, house] = ['audit', 'fields', 'house'].map((area) => catalogueOf(area, language))
  const nameless = (names: Iterable<string>, known: object, others: Record<string, string> = {}) =>
    [...names].filter((name) => !Object.hasOwn(known, name) && nameAmong(others, name) === undefined).sort()
  expect(nameless(fields, texts.fields, named), 'fields').toEqual([])
  expect(nameless(kinds, { ...house.screens, ...texts.kinds }, named), 'kinds').toEqual([])
  const changing = Object.entries(calls).filter(([, call]) => 'changes' in call && call.changes !== 'booked' && call.changes !== 'unrecorded')
  expect(
    nameless(
      changing.map(([name]) => name),
      texts.actions,
    ),
    'actions',
  ).toEqual([])
})

test('control: the checked names include codes that handlers write as string literals', () => {
  for (const field of ['next_step', 'below', 'terminal_state', 'pin_letters', 'ustidnr', 'daily_limit', 'key_last4', 'is_blocked', 'customer_id'])
    expect([...fields]).toContain(field)
  for (const kind of ['user', 'customer', 'device', 'plan', 'batch']) expect([...kinds]).toContain(kind)
})
