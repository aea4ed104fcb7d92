// Proposals for the transfers of a reseller with hundreds of customers of the same name who all owe the same amount. A name or amount that all customers
// share identifies no customer, and the query must not read all these customers: with 10,000 such customers a page of 100 transfers once took 15 seconds.
import { expect, test } from 'vitest'
import { EURO } from '../../../../contract/kit/money.ts'
import { inTenant } from '../../../seeds/demo-people.ts'
import { organisationId, rowsOf } from '../../../test/arrange.ts'
import { fileWorld } from '../../../test/world.ts'
import { matchesOf } from './bank-matches.sql.ts'

const CUSTOMERS = 300
const w = await fileWorld()
const nord = await w.signIn('nord')
const issuer_id = await organisationId(w, 'nord')

/** Copies the shop kiosque: customers named Kiosk with the user names shop1, shop2, ... and an open invoice of 50 euro each. */
async function copies() {
  // The documents themselves are left out, because no proposal reads them.
  await w.owner.query('alter table invoices drop constraint invoices_document')
  await inTenant(w.owner, 1, async (q) => {
    const others = async (table: string, but: readonly string[]) =>
      (
        await q.query<{ names: string }>(
          `select string_agg(column_name, ', ') as names from information_schema.columns
            where table_name = $1 and is_generated = 'NEVER' and column_name <> all ($2)`,
          [table, but],
        )
      ).rows[0]?.names
    const [of_customer, of_user] = [
      await others('organisations', ['id', 'path', 'name', 'name_search', 'customer_number']),
      await others('users', ['id', 'organisation_id', 'username']),
    ]
    await q.query(
      `insert into organisations (id, path, name, name_search, ${of_customer})
       select i, path[1:cardinality(path) - 1] || i, 'Kiosk', 'kiosk', ${of_customer}
         from organisations o, generate_series(1, $2::int) n, lateral (select gen_random_uuid() as i where n > 0) x
        where o.tenant_id = 1 and o.id = $1`,
      [await organisationId(w, 'kiosque'), CUSTOMERS],
    )
    await q.query(
      `insert into users (id, organisation_id, username, ${of_user})
       select gen_random_uuid(), o.id, 'shop' || row_number() over (), ${of_user?.replaceAll(/\w+/g, 'u.$&')}
         from organisations o, users u where o.tenant_id = 1 and o.name = 'Kiosk' and u.tenant_id = 1 and u.username = 'kiosque'`,
    )
    await q.query(
      `insert into invoices (tenant_id, id, issuer_id, customer_id, kind, category, document_no, run_id, date_from, date_to, issued_on, due_on, lines, lines_total,
                             net, tax, total, due, search, created_at)
       select 1, gen_random_uuid(), $1, id, 'gross', 'S', 'KF-' || 1000000 + row_number() over (), $1, '2026-01-01', '2026-01-31', '2026-02-01', '2026-02-15', 1, $2,
              $2, 0, $2, $2, '', now()
         from organisations where tenant_id = 1 and name = 'Kiosk'`,
      [issuer_id, 50 * EURO],
    )
  })
}
await copies()

const idOf = (username: string) => organisationId(w, username)
const invoiceOf = async (customer_id: string) =>
  (await rowsOf<{ id: string; document_no: string }>(w, 'select id, document_no from invoices where tenant_id = 1 and customer_id = $1', [customer_id]))[0]

let nth = 0
async function line(euro: number, given: { name?: string; iban?: string; reference?: string }) {
  const transfer = { booked_on: '2026-04-01', amount: euro * EURO, name: '', iban: '', reference: '', nth: nth++, ...given }
  await nord.calls.bankLinesTake({ file_name: 'statement.xml', account: '', transfers: [transfer] })
  const [row] = await rowsOf<{ id: string }>(w, 'select id from bank_lines where tenant_id = 1 order by id desc limit 1')
  const { content } = await nord.calls.bankLinesList({ limit: 100 })
  const found = content.find(({ line_id }) => line_id === row?.id)
  if (!found) throw new Error('no transfer')
  return found
}
const actor = { tenant_id: 1, organisation_id: issuer_id } as Parameters<typeof matchesOf>[1]
const matched = (...line_ids: string[]) => w.services.db.read(1, (q) => matchesOf(q, actor, line_ids))

test('a name and an amount that hundreds of customers share identify nobody, and none of these customers is read', async () => {
  const { line_id, proposal } = await line(50, { name: 'Kiosk', reference: 'Kiosk Rechnung' })
  expect(proposal).toBeNull()
  expect(await matched(line_id)).toEqual([])
  // Control: an amount that only one of the customers owes is read.
  const customer_id = await idOf('shop5')
  await rowsOf(w, `update invoices set due = $1, total = $1, net = $1 where tenant_id = 1 and customer_id = $2`, [49 * EURO, customer_id])
  const { proposal: only } = await line(49, { name: 'Kiosk' })
  expect(only).toMatchObject({ by: 'amount', is_certain: false, customer_id })
})

test('of hundreds of customers with the same name and amount, the one whose user name or document number is in the purpose is proposed', async () => {
  const customer_id = await idOf('shop7')
  const paper = await invoiceOf(customer_id)
  const username = { by: 'username', customer_id }
  const paid = await line(50, { name: 'Kiosk', reference: 'solde shop7' })
  expect(paid.proposal).toMatchObject({ ...username, is_certain: false, invoice_id: paper?.id })
  expect((await matched(paid.line_id)).map(({ by }) => by).sort()).toEqual(['amount', 'name', 'username'])
  expect((await line(51, { name: 'Kiosk', reference: 'solde shop7' })).proposal).toMatchObject({ ...username, is_certain: true, invoice_id: null })
  // Control: without the shared name, a user name in a longer purpose is not certain.
  expect((await line(51, { name: 'Schmidt', reference: 'solde shop7' })).proposal).toMatchObject({ ...username, is_certain: false })
  const numbered = await line(50, { name: 'Kiosk', reference: `Rg.${paper?.document_no.replace('-', ' ')}danke` })
  expect(numbered.proposal).toMatchObject({ by: 'document_no', is_certain: true, invoice_id: paper?.id })
})

test('an account that has paid for many customers identifies none of them, unless the purpose names one', async () => {
  const iban = 'FR1420041010050500013M02606'
  for (let n = 20; n < 32; n++) {
    const { line_id } = await line(5, { iban })
    await rowsOf(w, `update bank_lines set state = 'booked', customer_id = $1 where tenant_id = 1 and id = $2`, [await idOf(`shop${n}`), line_id])
  }
  const unnamed = await line(6, { iban })
  expect(unnamed.proposal).toBeNull()
  expect(await matched(unnamed.line_id)).toEqual([])
  const customer_id = await idOf('shop21')
  expect((await line(6, { iban, reference: 'pour shop21' })).proposal).toMatchObject({ by: 'username', is_certain: true, customer_id })
})
