// The number by which a reseller knows a customer from its other systems: only organisations above the customer read and change it, no two customers of one
// parent have the same number, and a taken number is an error at its own field.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { calls } from '../../../../contract/index.ts'
import { newId } from '../../../kit/ids.ts'
import { refreshSearch } from '../../../postgres/organisation-search.ts'
import { inTenant } from '../../../seeds/demo-people.ts'
import { organisationId, rowsOf } from '../../../test/arrange.ts'
import { addAccount } from '../../../test/door.ts'
import { somebodyWaits } from '../../../test/meeting-point.ts'
import { until } from '../../../test/wait-for.ts'
import { fileWorld, type Person } from '../../../test/world.ts'

const migration = readFileSync(join(import.meta.dirname, '../../../migrations/0115-customer-numbers.sql'), 'utf8')
const w = await fileWorld()
const nord = await w.signIn('nord')
const sud = await w.signIn('sud')
const [kiosque, gare, port] = [await organisationId(w, 'kiosque'), await organisationId(w, 'gare'), await organisationId(w, 'port')]
const dom = await organisationId(w, 'dom', 2)

type Adding = Parameters<Person['calls']['customerAdd']>[0]
let made = 0
/** The input for a new customer with a user name that no other customer of this file has. */
const asked = async (more: Partial<Adding>, person = nord): Promise<Adding> => {
  const username = `number.${++made}`
  const { transaction_key } = await person.calls.transactionKey({})
  return { transaction_key, account_role: 2, name: `Shop ${username}`, username, email: `${username}@example.test`, mobile: '+33 6 99 88 77 66', ...more }
}
const add = async (more: Partial<Adding>, person = nord) => person.calls.customerAdd(await asked(more, person))
const numberOf = async (customer_id: string, person = nord) => (await person.calls.customerDetails({ customer_id })).customer_number
const give = (customer_id: string, customer_number: string, person = nord) => person.calls.customerUpdate({ customer_id, customer_number })
const problem = (code: string) => ({ code: 'invalid_input', problems: [expect.objectContaining({ field: 'customer_number', code })] })
const taken = problem('number_taken')
const organisations = async () => (await rowsOf<{ n: number }>(w, 'select count(*)::int as n from organisations'))[0]?.n

test('a number is given to a new or an existing customer, changed and taken away, and each change is in the log', async () => {
  const { customer_id } = await add({ customer_number: '  K-1042 ' })
  expect(await numberOf(customer_id)).toBe('K-1042')
  await give(customer_id, 'K-1043')
  await nord.calls.customerUpdate({ customer_id, city: 'Lens' })
  expect(await numberOf(customer_id)).toBe('K-1043')
  await give(customer_id, '')
  expect(await numberOf(customer_id)).toBe('')
  const log = await rowsOf(
    w,
    `select before ->> 'customer_number' as before, after ->> 'customer_number' as after from audit where subject_id = $1 order by id`,
    [customer_id],
  )
  expect(log).toEqual([
    { before: null, after: 'K-1042' },
    { before: 'K-1042', after: 'K-1043' },
    { before: null, after: null },
    { before: 'K-1043', after: '' },
  ])
})

test('a number that another customer of the parent has is refused at its field, and nothing of the request is stored', async () => {
  await give(gare, 'K-7')
  const before = await organisations()
  await expect(add({ customer_number: 'K-7' })).rejects.toMatchObject(taken)
  expect(await organisations()).toBe(before)
  const { city, version, customer_number } = await nord.calls.customerDetails({ customer_id: kiosque })
  await expect(nord.calls.customerUpdate({ customer_id: kiosque, city: 'Elsewhere', customer_number: 'K-7' })).rejects.toMatchObject(taken)
  expect(await nord.calls.customerDetails({ customer_id: kiosque })).toMatchObject({ city, version, customer_number })
  // Sending a customer the number that it already has is accepted, and a number that was taken away is free for another customer.
  await give(gare, 'K-7')
  await give(gare, '')
  await give(kiosque, 'K-7')
  expect(await numberOf(kiosque)).toBe('K-7')
})

test('a taken sub-domain is refused at its own field, whether the customer number in the same request is free or taken', async () => {
  const { customer_id } = await add({ sub_domain: 'numbered', customer_number: 'K-20' })
  for (const customer_number of ['K-21', 'K-20', '']) {
    await expect(add({ sub_domain: 'numbered', customer_number })).rejects.toMatchObject({ code: 'sub_domain_taken' })
    await expect(nord.calls.customerUpdate({ customer_id: gare, sub_domain: 'numbered', customer_number })).rejects.toMatchObject({ code: 'sub_domain_taken' })
  }
  expect(await numberOf(customer_id)).toBe('K-20')
})

test('resellers number their customers independently of each other', async () => {
  await give(gare, 'K-30')
  await give(port, 'K-30', sud)
  expect([await numberOf(gare), await numberOf(port, sud)]).toEqual(['K-30', 'K-30'])
  await expect(add({ customer_number: 'K-30' }, sud)).rejects.toMatchObject(taken)
})

test.each([
  ['too_long', 'K'.repeat(31)],
  ['too_long', 'K'.repeat(200_000)],
  ['invalid_value', 'K-1\n2'],
  ['invalid_value', 'K-1\u00852'],
])('a number with the problem %s is refused at its field', async (code, customer_number) => {
  // The request is sent without the typed client, which would refuse such a number before sending it.
  const asks = async (path: string, input: object) => {
    const headers = { ...nord.headers, authorization: `Bearer ${nord.token}`, 'content-type': 'application/json' }
    const answer = await w.fetch(`/api${path}`, { method: 'POST', headers, body: JSON.stringify({ ...input, customer_number }) })
    return [answer.status, await answer.json()]
  }
  expect(await asks(calls.customerAdd.path, await asked({}))).toMatchObject([400, problem(code)])
  expect(await asks(calls.customerUpdate.path, { customer_id: kiosque })).toMatchObject([400, problem(code)])
})

test('the database itself takes no number that is too long, has control characters or has blanks around it', async () => {
  const write = (text: string) => rowsOf(w, 'update organisations set customer_number = $2 where tenant_id = 1 and id = $1', [kiosque, text])
  for (const text of ['K'.repeat(31), 'K\t1', 'K\u0085', ' K', 'K ']) await expect(write(text), JSON.stringify(text)).rejects.toMatchObject({ code: '23514' })
  await write('Ö 12/é'.padEnd(30, 'x'))
  await give(kiosque, '')
})

test('a request repeated after a lost answer adds the customer once, and is not refused because that customer has the number now', async () => {
  const one = await asked({ customer_number: 'K-40' })
  const { customer_id } = await nord.calls.customerAdd(one)
  expect(await nord.calls.customerAdd(one)).toMatchObject({ customer_id })
  const { version } = await nord.calls.customerDetails({ customer_id })
  const change = { customer_id, version, customer_number: 'K-41' }
  await nord.calls.customerUpdate(change)
  await expect(nord.calls.customerUpdate(change)).rejects.toMatchObject({ code: 'changed_meanwhile' })
  expect(await numberOf(customer_id)).toBe('K-41')
})

test('only users above a customer who may change customers set its number; shops and resellers do not read their own', async () => {
  await give(kiosque, 'K-50')
  await give(await organisationId(w, 'sud'), 'K-51')
  const reader = await w.signIn((await addAccount(w, 'nord', { internal_role: 1, flags: ['has_customers_read'] })).username)
  expect(await numberOf(kiosque, reader)).toBe('K-50')
  await expect(give(kiosque, 'K-52', reader)).rejects.toMatchObject({ code: 'forbidden' })
  const shop = await w.signIn('kiosque')
  await expect(give(kiosque, 'K-52', shop)).rejects.toMatchObject({ code: 'forbidden' })
  await expect(numberOf(kiosque, shop)).rejects.toMatchObject({ code: 'forbidden' })
  await expect(numberOf(sud.customer_id, sud)).rejects.toMatchObject({ code: 'not_found' })
  expect(JSON.stringify(await sud.calls.customersList({ limit: 500 }))).not.toContain('K-51')
  const rhein = await w.signIn('rhein', { host: 'rhein.localhost' })
  for (const person of [sud, rhein]) await expect(give(kiosque, 'K-52', person)).rejects.toMatchObject({ code: 'not_found' })
  expect(await numberOf(kiosque)).toBe('K-50')
})

test('a customer is found by its number or a part of it in every search of customers, and the list and its export have the number', async () => {
  const { customer_id } = await add({ customer_number: 'Kd. 88-ÄÖ/7' })
  for (const search_text of ['Kd. 88-ÄÖ/7', 'kd. 88', '88-ao/7']) {
    expect((await nord.calls.customersList({ search_text })).content).toMatchObject([{ customer_id, customer_number: 'Kd. 88-ÄÖ/7' }])
    expect((await nord.calls.customersListShort({ search_text })).content).toMatchObject([{ customer_id }])
    expect((await nord.calls.customerSearch({ search_text })).content).toMatchObject([{ customer_id }])
    expect((await nord.calls.terminalsList({ search_text })).organisations).toMatchObject([{ customer_id }])
  }
  await give(customer_id, 'Kd. 99')
  expect((await nord.calls.customersList({ search_text: 'kd. 88' })).content).toEqual([])
  expect((await nord.calls.customersList({ search_text: 'kd. 99' })).content).toMatchObject([{ customer_id }])
  const rhein = await w.signIn('rhein', { host: 'rhein.localhost' })
  expect((await rhein.calls.customersList({ search_text: 'kd. 99' })).content).toEqual([])
  const columns = [{ key: 'customer_number', header: 'N°' }]
  const { download_id } = await nord.calls.exportStart({ list: 'customersList', input: { search_text: 'kd. 99' }, columns })
  await until('the file to be made', async () => (await nord.calls.exportProgress({ download_id })).state === 'ready')
  const { bytes } = await nord.calls.exportFetch({ download_id })
  expect(Buffer.from(bytes, 'base64').toString()).toContain('"N°"\r\n"Kd. 99"\r\n')
})

test('the search texts of the demo customers contain their numbers, exactly as if the numbers had been entered', async () => {
  const searched = () => rowsOf<{ full_search: string }>(w, 'select full_search from organisations where id = $1', [dom], 2)
  const before = await searched()
  expect(before[0]?.full_search).toContain('70410')
  await w.db.write(2, (q) => refreshSearch(q, 2, dom))
  expect(await searched()).toEqual(before)
})

/**
 * Makes the call while another, uncommitted transaction has given the number to the customer gare; commits that transaction once the call waits for its lock.
 */
async function whileGiven(customer_number: string, call: () => Promise<unknown>): Promise<unknown> {
  let called: Promise<unknown> = Promise.resolve()
  await inTenant(w.owner, 1, async (q) => {
    await q.query('update organisations set customer_number = $2 where tenant_id = 1 and id = $1', [gare, customer_number])
    called = call().catch((error: unknown) => error)
    await somebodyWaits(w, called)
  })
  return called
}

test('if two requests give the same number at once, the later one gets the error at the field, whether it adds a customer or changes one', async () => {
  expect(await whileGiven('K-60', () => add({ customer_number: 'K-60' }))).toMatchObject(taken)
  expect(await whileGiven('K-61', () => give(kiosque, 'K-61'))).toMatchObject(taken)
  expect(await whileGiven('K-62', () => give(kiosque, 'K-63')), 'control: another number').toMatchObject({ version: expect.any(Number) })
  const both = await Promise.allSettled([add({ customer_number: 'K-64' }), add({ customer_number: 'K-64' })])
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  expect(both.find(({ status }) => status === 'rejected')).toMatchObject({ reason: taken })
  await w.owner.query('drop index organisations_number')
  expect(await whileGiven('K-65', () => give(kiosque, 'K-65')), 'control: without the index').toMatchObject({ version: expect.any(Number) })
  await give(gare, '')
})

test('the migration adds the column without numbers to an older database, and the previous server version can still add and change customers', async () => {
  await w.owner.query('alter table organisations drop column customer_number')
  await w.owner.query(migration)
  expect(await rowsOf(w, `select from organisations where customer_number <> ''`)).toEqual([])
  await give(kiosque, 'K-70')
  // The statements of the previous version name every column except the customer number.
  const [one, two] = [newId(), newId()]
  for (const id of [one, two])
    await w.db.write(1, (q) =>
      q.query(
        `insert into organisations (tenant_id, id, parent_id, kind, path, name, name_search, created_at)
         select 1, $1, o.id, 'seller', o.path || $1::uuid, 'Before', 'before', now() from organisations o where o.tenant_id = 1 and o.id = $2`,
        [id, nord.customer_id],
      ),
    )
  await w.db.write(1, (q) => q.query(`update organisations set city = 'Douai', version = version + 1 where tenant_id = 1 and id = $1`, [kiosque]))
  expect(await nord.calls.customerDetails({ customer_id: kiosque })).toMatchObject({ city: 'Douai', customer_number: 'K-70' })
  await expect(give(gare, 'K-70')).rejects.toMatchObject(taken)
})
