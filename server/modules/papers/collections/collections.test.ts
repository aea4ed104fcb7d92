// Collections: an invoice is collected once, even if several requests collect it at the same moment or an answer is lost. Invoices left out are listed with the
// reason, and customers get a mail.
import { expect, test } from 'vitest'
import { EURO } from '../../../../contract/kit/money.ts'
import { COLLECTION_MAX } from '../../../../contract/papers/collections.ts'
import { newId } from '../../../kit/ids.ts'
import { rowsOf } from '../../../test/arrange.ts'
import { fileWorld } from '../../../test/world.ts'
import { billed, completeParties, idsOf, months, soldAt } from '../invoices/fixtures/lines.ts'

const w = await fileWorld()
await completeParties(w)
const ids = await idsOf(w, ['nord', 'kiosque', 'gare'])
const [nord, sud] = await Promise.all([w.signIn('nord'), w.signIn('sud')])
const month = months()
for (const customer_id of [ids.kiosque, ids.gare]) await nord.calls.invoiceTermsUpdate({ customer_id, pays_later: true })
await nord.calls.invoiceSettingsUpdate({ iban: 'DE89370400440532013000', creditor_id: 'de98 zzz 0999 9999 999', prenotification_days: 5 })

/** Makes an invoice of this amount that is still to be paid. */
async function invoice(customer_id: string, euro: number): Promise<string> {
  const m = month()
  await soldAt(w, { chain: [customer_id, ids.nord], prices: [euro * EURO], at: m.at(3) })
  return (await billed(w, nord, [customer_id], m.period))[0]?.documents[0]?.invoice_id ?? ''
}
const mandate = await nord.calls.mandateAdd({
  ...{ customer_id: ids.kiosque, account_holder: 'Zoë Müller', iban: 'FR1420041010050500013M02606', signed_on: '2026-01-05', scheme: 'core' },
})
const preview = () => nord.calls.collectionPreview({})
const { earliest } = await preview()
const asked = (invoice_ids: string[], total: number) => ({ collection_id: newId(), scheme: 'core', collect_on: earliest, invoice_ids, total }) as const
const mails = () => rowsOf<{ recipient: string }>(w, `select recipient from messages where tenant_id = 1 and kind = 'direct_debit_ahead'`, [])
const problemOf = async (invoice_id: string) => (await preview()).left_out.find((row) => row.invoice_id === invoice_id)?.problem
const fileOf = async (collection_id: string) => Buffer.from((await nord.calls.collectionFile({ collection_id })).bytes, 'base64').toString()

test('a collection takes invoices under a mandate, is announced to its customer in one mail, and gives the same file whenever it is fetched', async () => {
  const [one, two, other] = [await invoice(ids.kiosque, 31), await invoice(ids.kiosque, 32), await invoice(ids.gare, 33)]
  const { rows } = await preview()
  expect(rows.filter(({ invoice_id }) => [one, two].includes(invoice_id)).map(({ sequence }) => sequence)).toEqual(['first', 'recurring'])
  expect(await problemOf(other)).toBe('no_mandate')
  const before = (await mails()).length
  const request = asked([one, two], 63 * EURO)
  expect(await nord.calls.collectionAdd(request)).toEqual({ collection_id: request.collection_id, lines: 2, total: 63 * EURO })
  expect((await mails()).length).toBe(before + 1)
  const xml = await fileOf(request.collection_id)
  expect(xml).toContain('<CtrlSum>63.00</CtrlSum>')
  expect(xml).toContain(`<MndtId>${mandate.mandate_reference}</MndtId>`)
  // The file stays as it was made, even if settings change.
  await nord.calls.invoiceSettingsUpdate({ legal_name: 'Somebody else' })
  expect(await fileOf(request.collection_id)).toBe(xml)
  expect(await problemOf(one)).toBe('under_way')
  const { content } = await nord.calls.collectionLines({ filters: { collection_id: request.collection_id } })
  expect(content.map(({ amount }) => amount).sort()).toEqual([31 * EURO, 32 * EURO])
  for (const { end_to_end_id } of content) expect(xml).toContain(`<EndToEndId>${end_to_end_id}</EndToEndId>`)
})

test('a request whose answer was lost makes no second collection and no second mail; another request under its id is refused', async () => {
  const [one, two] = [await invoice(ids.kiosque, 41), await invoice(ids.kiosque, 42)]
  const request = asked([one], 41 * EURO)
  const before = (await mails()).length
  const answers = await Promise.all(Array.from({ length: 4 }, () => nord.calls.collectionAdd(request)))
  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
  expect((await mails()).length).toBe(before + 1)
  expect((await nord.calls.collectionLines({ filters: { collection_id: request.collection_id } })).content).toHaveLength(1)
  await expect(nord.calls.collectionAdd({ ...request, invoice_ids: [two], total: 42 * EURO })).rejects.toMatchObject({ code: 'key_reused' })
  await expect(sud.calls.collectionAdd(request)).rejects.toMatchObject({ code: 'key_reused' })
  // Control: a request for the other invoice, under an id of its own, makes a collection.
  await nord.calls.collectionAdd(asked([two], 42 * EURO))
})

test('of three requests that collect the same invoice at the same moment one succeeds, and the others collect none of their invoices', async () => {
  const collect = async () => {
    const [shared, own] = [await invoice(ids.kiosque, 51), await invoice(ids.kiosque, 52)]
    const requests = [asked([shared], 51 * EURO), asked([shared, own], 103 * EURO), asked([own, shared], 103 * EURO)]
    const results = await Promise.allSettled(requests.map((request) => nord.calls.collectionAdd(request)))
    return { shared, made: results.filter(({ status }) => status === 'fulfilled').length, results }
  }
  for (let round = 0; round < 3; round++) {
    const { shared, made, results } = await collect()
    expect(made).toBe(1)
    for (const one of results) if (one.status === 'rejected') expect(one.reason).toMatchObject({ code: 'changed_meanwhile' })
    expect(await rowsOf(w, 'select 1 from collection_lines where tenant_id = 1 and invoice_id = $1', [shared])).toHaveLength(1)
  }
})

test('the database itself refuses a second line under way for the same invoice, whichever server version adds it', async () => {
  const invoice_id = await invoice(ids.kiosque, 54)
  const { collection_id } = await nord.calls.collectionAdd(asked([invoice_id], 54 * EURO))
  const copied = () =>
    rowsOf(
      w,
      `insert into collection_lines (tenant_id, id, collection_id, invoice_id, mandate_id, amount, sequence)
       select tenant_id, gen_random_uuid(), collection_id, invoice_id, mandate_id, amount, sequence from collection_lines
        where tenant_id = 1 and collection_id = $1 limit 1 returning id`,
      [collection_id],
    )
  await expect(copied()).rejects.toMatchObject({ code: '23505' })
})

test('a collection is refused if its day is too early, if banks are closed on that day, or if its sum is not the one that the user saw', async () => {
  const invoice_id = await invoice(ids.kiosque, 61)
  const refused = async (given: object, problem: object) =>
    expect(nord.calls.collectionAdd({ ...asked([invoice_id], 61 * EURO), ...given })).rejects.toMatchObject(problem)
  const at = (code: string) => ({ code: 'invalid_input', problems: [expect.objectContaining({ field: 'collect_on', code })] })
  const before = (await nord.calls.collectionsList({})).filters.total_count
  const told = (await mails()).length
  await refused({ collect_on: '2026-01-05' }, at('too_small'))
  await refused({ collect_on: '2999-01-01' }, at('too_big'))
  const saturday = new Date(Date.parse(earliest))
  saturday.setUTCDate(saturday.getUTCDate() + 6 - saturday.getUTCDay())
  await refused({ collect_on: saturday.toISOString().slice(0, 10) }, at('not_a_bank_day'))
  await refused({ total: 60 * EURO }, { code: 'changed_meanwhile' })
  await refused({ scheme: 'b2b' }, { code: 'changed_meanwhile' })
  await refused({ invoice_ids: [invoice_id, newId()] }, { code: 'changed_meanwhile' })
  expect((await nord.calls.collectionsList({})).filters.total_count).toBe(before)
  expect((await mails()).length).toBe(told)
})

test('once a collection is given up, its invoice can be collected again under the same mandate; a second request to give it up is refused', async () => {
  const invoice_id = await invoice(ids.kiosque, 71)
  const { collection_id } = await nord.calls.collectionAdd(asked([invoice_id], 71 * EURO))
  await expect(sud.calls.collectionCancel({ collection_id, reason: 'x' })).rejects.toMatchObject({ code: 'not_found' })
  await expect(sud.calls.collectionFile({ collection_id })).rejects.toMatchObject({ code: 'not_found' })
  expect((await sud.calls.collectionLines({ filters: { collection_id } })).content).toEqual([])
  await nord.calls.collectionCancel({ collection_id, reason: 'never sent' })
  await expect(nord.calls.collectionCancel({ collection_id, reason: 'again' })).rejects.toMatchObject({ code: 'request_over' })
  expect(await problemOf(invoice_id)).toBeUndefined()
  await nord.calls.collectionAdd(asked([invoice_id], 71 * EURO))
})

test('giving up a collection sends each customer one mail, even if it is requested three times at the same moment', async () => {
  const account = { account_holder: 'Ada Gare', iban: 'FR1420041010050500013M02606', signed_on: '2026-01-05', scheme: 'core' } as const
  const { mandate_id } = await nord.calls.mandateAdd({ customer_id: ids.gare, ...account })
  const invoice_ids = [await invoice(ids.kiosque, 72), await invoice(ids.kiosque, 73), await invoice(ids.gare, 74)]
  const letters = (kind: string) =>
    rowsOf<object>(w, 'select organisation_id, recipient, language from messages where tenant_id = 1 and kind = $1 order by created_at, id', [kind])
  const before = (await letters('direct_debit_given_up')).length
  const toldAfter = async () => (await letters('direct_debit_given_up')).slice(before)
  const { collection_id } = await nord.calls.collectionAdd(asked(invoice_ids, 219 * EURO))
  const announced = (await letters('direct_debit_ahead')).slice(-2)
  expect(announced).toEqual(expect.arrayContaining([ids.kiosque, ids.gare].map((organisation_id) => expect.objectContaining({ organisation_id }))))
  await expect(sud.calls.collectionCancel({ collection_id, reason: 'x' })).rejects.toMatchObject({ code: 'not_found' })
  expect(await toldAfter()).toEqual([])
  const requests = Array.from({ length: 3 }, () => nord.calls.collectionCancel({ collection_id, reason: 'never sent' }))
  expect((await Promise.allSettled(requests)).filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(await toldAfter()).toHaveLength(2)
  expect(await toldAfter()).toEqual(expect.arrayContaining(announced))
  // Control: if a second collection of the same invoices is given up, the customer gets another mail.
  const again = await nord.calls.collectionAdd(asked(invoice_ids, 219 * EURO))
  await nord.calls.collectionCancel({ collection_id: again.collection_id, reason: 'never sent' })
  expect(await toldAfter()).toHaveLength(4)
  await nord.calls.mandateRevoke({ mandate_id })
})

test('a reseller makes at most 20 collections within 24 hours, because each writes mails to its customers', async () => {
  const invoice_id = await invoice(ids.kiosque, 91)
  const told = (await mails()).length
  const put = await rowsOf<{ id: string }>(
    w,
    `insert into collections (tenant_id, id, owner_id, content, scheme, collect_on, lines, total, file, created_by, created_at)
     select 1, gen_random_uuid(), $1, '', 'core', $2, 1, 100, '', 'Somebody', now() from generate_series(1, 20) returning id`,
    [nord.customer_id, earliest],
  )
  await expect(nord.calls.collectionAdd(asked([invoice_id], 91 * EURO))).rejects.toMatchObject({ code: 'too_many_requests' })
  expect((await mails()).length).toBe(told)
  // Control: a day later the invoice can be collected.
  await rowsOf(w, `update collections set created_at = now() - interval '25 hours' where tenant_id = 1 and id = any ($1)`, [put.map(({ id }) => id)])
  await nord.calls.collectionAdd(asked([invoice_id], 91 * EURO))
})

test('an invoice whose mandate is revoked or expired is left out, and is not collected even if a request names it', async () => {
  const invoice_id = await invoice(ids.kiosque, 81)
  await rowsOf(w, `update mandates set last_used_on = '2020-01-01' where tenant_id = 1 and id = $1`, [mandate.mandate_id])
  expect(await problemOf(invoice_id)).toBe('expired')
  await expect(nord.calls.collectionAdd(asked([invoice_id], 81 * EURO))).rejects.toMatchObject({ code: 'changed_meanwhile' })
  await rowsOf(w, `update mandates set last_used_on = null where tenant_id = 1 and id = $1`, [mandate.mandate_id])
  await nord.calls.mandateRevoke({ mandate_id: mandate.mandate_id })
  expect(await problemOf(invoice_id)).toBe('no_mandate')
  await expect(nord.calls.collectionAdd(asked([invoice_id], 81 * EURO))).rejects.toMatchObject({ code: 'changed_meanwhile' })
})

test('for 30 days after a restore of the database the preview has the time of the restore, because collections made after the backup are lost', async () => {
  expect((await preview()).restored_at).toBeNull()
  const restored = (days: number) =>
    rowsOf(w, `insert into restores (tenant_id, id, cause, held_at) values (1, $1, 'restored', now() - $2 * interval '1 day')`, [newId(), days])
  await restored(31)
  expect((await preview()).restored_at).toBeNull()
  await restored(29)
  expect((await preview()).restored_at).not.toBeNull()
})

test('hundreds of older invoices without a mandate do not hide an invoice that can be collected', async () => {
  await nord.calls.mandateAdd({
    customer_id: ids.kiosque,
    account_holder: 'Zoë Müller',
    iban: 'FR1420041010050500013M02606',
    signed_on: '2026-01-05',
    scheme: 'core',
  })
  const [right, without] = [await invoice(ids.kiosque, 95), await invoice(ids.gare, 96)]
  // The copies have no documents, which no preview reads.
  await w.owner.query('alter table invoices drop constraint invoices_document')
  await rowsOf(
    w,
    `insert into invoices select (jsonb_populate_record(i, jsonb_build_object('id', gen_random_uuid(), 'document_no', 'COPY-' || n, 'due_on', '2020-01-01'))).*
       from invoices i, generate_series(1, $2::int) n where i.tenant_id = 1 and i.id = $1`,
    [without, COLLECTION_MAX + 1],
  )
  const { rows, left_out, is_more } = await preview()
  expect(rows.map(({ invoice_id }) => invoice_id)).toContain(right)
  expect(left_out.length).toBeGreaterThan(COLLECTION_MAX / 2)
  expect(is_more).toBe(true)
})
