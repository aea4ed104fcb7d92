// A support view shows no personal data in full. All data about people and their money is replaced by a mark, every call is made, and no answer contains the
// mark. A new field whose name sounds personal must be marked as personal in the contract.
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { calls } from '../../contract/index.ts'
import { alwaysChanges, type Call } from '../../contract/kit/call.ts'
import { isPersonal } from '../../contract/kit/field.ts'
import { rowsOf } from '../test/arrange.ts'
import { fileWorld } from '../test/world.ts'
import { ownIds } from './own-ids.ts'
import { type Asker, ask } from './raw-calls.ts'
import { allCalls, sampleForm } from './samples.ts'

const MARK = 'Private-Mark'
/** The columns of each table that hold personal data, chosen by what they mean, whatever their fields in answers are called. */
const PERSONAL: Record<string, readonly string[]> = {
  users: ['full_name', 'email', 'mobile'],
  organisations: ['address', 'house_no', 'email', 'mobile', 'ustidnr', 'stnr', 'remarks', 'support_phone', 'support_email'],
  suppliers: ['full_name', 'address', 'email', 'mobile', 'telephone', 'ustidnr', 'stnr', 'bank_name', 'iban', 'bic', 'hrb', 'director', 'remarks'],
  supplier_contacts: ['name', 'email', 'telephone', 'remarks'],
  transfers: ['remarks'],
  credit_requests: ['remarks'],
  devices_known: ['address'],
  sessions: ['address'],
  logins: ['address'],
  messages: ['recipient'],
  audit: ['full_name', 'address', 'reason'],
  reclamations: ['remarks', 'taken_name'],
  reclamation_steps: ['name', 'note'],
  reclamation_files: ['name', 'person'],
  invoice_settings: ['address', 'ustidnr', 'stnr', 'hrb', 'director', 'contact_name', 'contact_phone', 'contact_email', 'bank_name', 'iban', 'bic'],
  invoice_payments: ['remarks'],
}

const w = await fileWorld()
const ids = await ownIds(w)
const nord = await w.signIn('nord')
for (const [table, columns] of Object.entries(PERSONAL))
  await rowsOf(w, `update ${table} set ${columns.map((column) => `${column} = '${MARK}'`).join(', ')} where tenant_id = 1`)
await rowsOf(w, `update organisations set alternative_mobiles = '{${MARK}}', api_addresses = '{${MARK}}', enable_web_view = true where tenant_id = 1`)
await rowsOf(w, `update audit set before = '{"iban": "${MARK}"}', after = '{"anything": "${MARK} too"}' where tenant_id = 1`)
const support = await w.signIn('support', { host: 'platform.localhost' })
await support.calls.viewBegin({ tenant_id: 1, organisation_id: nord.customer_id, reason: 'ticket 4711' })
const supporter = { host: 'platform.localhost', headers: support.headers }

const reading = allCalls.filter(([name, c]) => name !== 'logout' && !alwaysChanges(c) && !c.reveals && !c.upload && c.access !== 'public')
const host = () => ({ host: 'localhost', headers: nord.headers })

/** Texts with a day and a time in answers, and the form they must have. */
const MOMENT = /"(\d{4}-\d\d-\d\d[T ]\d\d:[^"]*)"/g
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/
const moments: [string, string][] = []

async function marked(asker: Asker): Promise<string[]> {
  const found: string[] = []
  for (const [name, c] of reading)
    for (const fields of [sampleForm(c, ids), {}]) {
      const { text } = await ask(w, c, asker, fields)
      for (const [, moment = ''] of text.matchAll(MOMENT)) moments.push([name, moment])
      if (text.includes(MARK) && found.at(-1) !== name) found.push(name)
    }
  return found
}

test('no answer in a support view contains personal data; control: answers to the people themselves contain some', async () => {
  expect(await marked(supporter)).toEqual([])
  const told = await marked(host())
  for (const name of ['suppliersList', 'auditList', 'staffList', 'customerDetails', 'authCheck']) expect(told).toContain(name)
})

test('every answer has instants in the same form: UTC, with milliseconds', () => {
  expect(new Set(moments.map(([name]) => name)).size).toBeGreaterThan(15)
  const unlike = (said: readonly [string, string][]) => said.filter(([, moment]) => !INSTANT.test(moment))
  expect(unlike(moments)).toEqual([])
  expect(unlike([['invented', '2026-11-22 10:00:00.123456+00']])).toHaveLength(1)
})

/** Every text of an answer by its path, and whether the contract marks it as personal. */
function texts(type: z.core.$ZodType, path: string): [string, boolean][] {
  const { def } = (type as z.core.$ZodTypes)._zod
  if (def.type === 'object') return Object.entries(def.shape).flatMap(([name, inner]) => texts(inner, `${path}.${name}`))
  if (def.type === 'array') return texts(def.element, path)
  if (def.type === 'record') return texts(def.valueType, path)
  if (def.type === 'nullable' || def.type === 'optional' || def.type === 'default') return texts(def.innerType, path)
  if (def.type === 'union') return def.options.flatMap((option) => texts(option, path))
  return def.type === 'string' ? [[path, isPersonal(type)]] : []
}

const TELLING = /(mail|mobile|phone|address|addresses|iban|bic|bank_name|full_name|remarks|recipient|house_no|ustidnr|stnr|director|hrb|destination)$/
const unmarked = (all: readonly (readonly [string, Call])[]) =>
  all.flatMap(([name, c]) => texts(c.output, name).flatMap(([path, isMarked]) => (TELLING.test(path) && !isMarked ? [path] : [])))

test('fields with names that sound personal are marked as personal in the contract; control: an unmarked field is found', () => {
  expect(unmarked(allCalls)).toEqual([])
  const [[name, c] = ['', undefined]] = allCalls
  expect(unmarked(c ? [[name, { ...c, output: z.object({ rows: z.array(z.object({ email: z.string() })) }) }]] : [])).toEqual([`${name}.rows.email`])
})

test('PDFs and pictures with personal data are not returned as files in a support view', () => {
  for (const { output } of [calls.invoiceFile, calls.reclaimFile]) expect(isPersonal(output.shape.bytes)).toBe(true)
})
