// Queries about mandates: each reseller sees those of its own customers.
import type { InputOf, OutputOf } from '../../../../contract/kit/call.ts'
import type { mandateCustomers, mandatesList } from '../../../../contract/papers/mandates.ts'
import type { SignedIn } from '../../../kit/actor.ts'
import type { Query } from '../../../postgres/db.ts'
import { countOf, pageOf } from '../../../postgres/list-query.ts'
import { columnsAndValues } from '../../../postgres/parameters.ts'
import { foldedSql, searchFor } from '../../../postgres/search.ts'
import { MANDATE_STATE } from './mandates.ts'

type Input = InputOf<typeof mandatesList>
type CustomersInput = InputOf<typeof mandateCustomers>
type Row = OutputOf<typeof mandatesList>['content'][number]
type Customer = OutputOf<typeof mandateCustomers>['content'][number]
export type Details = Pick<Row, (typeof COLUMNS)[number]>

const COLUMNS = ['mandate_reference', 'account_holder', 'iban', 'bic', 'signed_on', 'scheme'] as const satisfies readonly (keyof Row)[]

const sorts: Record<Input['sort'], string> = {
  customer_name: 'lower(c.name)',
  '-customer_name': 'lower(c.name) desc',
  mandate_reference: 'lower(m.mandate_reference)',
  '-mandate_reference': 'lower(m.mandate_reference) desc',
}

const SEARCHED = "c.name || ' ' || m.mandate_reference || ' ' || m.account_holder || ' ' || m.iban"

const MANDATES = {
  from: 'mandates m join organisations c on c.tenant_id = :tenant_id and c.id = m.customer_id',
  where: `m.tenant_id = :tenant_id and m.owner_id = :organisation_id
          and (:search::text is null or strpos(${foldedSql(SEARCHED)}, :search) > 0)
          and (:mandate_id::uuid is null or m.id = :mandate_id)
          and (:customer_id::uuid is null or m.customer_id = :customer_id)
          and (:scheme::text is null or m.scheme = :scheme)
          and (:state::text is null or ${MANDATE_STATE} = :state)`,
}

const parameters = ({ tenant_id, organisation_id }: SignedIn, { search_text, filters }: Input, today: string) => ({
  ...{ tenant_id, organisation_id, today },
  search: searchFor(search_text),
  mandate_id: filters.mandate_id ?? null,
  customer_id: filters.customer_id ?? null,
  scheme: filters.scheme ?? null,
  state: filters.state ?? null,
})

export async function mandatePage(q: Query, actor: SignedIn, input: Input, today: string): Promise<{ rows: Row[]; total: number }> {
  const select = `m.id as mandate_id, m.customer_id, c.name as customer_name, ${COLUMNS.map((name) => `m.${name}`)},
                  ${MANDATE_STATE} as state, m.last_used_on, m.revoked_on`
  const values = parameters(actor, input, today)
  const rows = await q.query<Row>(pageOf({ ...MANDATES, select, order: `${sorts[input.sort]}, m.id` }, values, input))
  return { rows, total: await countOf(q, MANDATES, values) }
}

const WITHOUT = {
  from: 'organisations c',
  where: `c.tenant_id = :tenant_id and c.parent_id = :organisation_id
          and (:search::text is null or strpos(c.name_search, :search) > 0)
          and not exists (select from mandates m
                           where m.tenant_id = :tenant_id and m.owner_id = :organisation_id
                             and m.customer_id = c.id and m.revoked_on is null)`,
}

export async function customersWithout(
  q: Query,
  { tenant_id, organisation_id }: SignedIn,
  input: CustomersInput,
): Promise<{ rows: Customer[]; total: number }> {
  const values = { tenant_id, organisation_id, search: searchFor(input.search_text) }
  const select = 'c.id as customer_id, c.name as customer_name, c.city'
  const parts = { ...WITHOUT, select, order: 'lower(c.name), c.id' }
  return { rows: await q.query<Customer>(pageOf(parts, values, input)), total: await countOf(q, WITHOUT, values) }
}

export const ownCustomer = async (q: Query, { tenant_id, organisation_id }: SignedIn, customer_id: string) =>
  (
    await q.query<{ name: string }>(
      `select name from organisations
        where tenant_id = :tenant_id and id = :customer_id and parent_id = :organisation_id`,
      { tenant_id, organisation_id, customer_id },
    )
  )[0]

export const hasMandate = async (q: Query, { tenant_id, organisation_id }: SignedIn, customer_id: string) =>
  (
    await q.query(
      `select from mandates
        where tenant_id = :tenant_id and owner_id = :organisation_id and customer_id = :customer_id
          and revoked_on is null`,
      { tenant_id, organisation_id, customer_id },
    )
  ).length > 0

export const mandateNumber = async (q: Query, { tenant_id, organisation_id }: SignedIn) =>
  (
    await q.query<{ n: number }>(
      `select count(*)::int as n from mandates
        where tenant_id = :tenant_id and owner_id = :organisation_id`,
      {
        tenant_id,
        organisation_id,
      },
    )
  )[0]?.n ?? 0

type NewMandate = Details & { customer_id: string; created_at: Date }

/** Adds a mandate. Returns false, and adds nothing, if the reference or the customer has a mandate already. */
export const addMandate = async (q: Query, { tenant_id, organisation_id }: SignedIn, id: string, mandate: NewMandate) => {
  const row = { tenant_id, id, owner_id: organisation_id, ...mandate }
  const added = await q.query(
    `insert into mandates ${columnsAndValues(Object.keys(row))}
     on conflict do nothing returning id`,
    row,
  )
  return added.length > 0
}

export type MandateToChange = Details & { state: Row['state']; customer_id: string; revoked_on: string | null }

/**
 * Locks a mandate, so that it is not changed while invoices are collected under it. Then reads it by a second statement, which also sees what other users
 * stored while the first statement waited.
 */
export async function mandateToChange(q: Query, { tenant_id, organisation_id }: SignedIn, mandate_id: string, today: string) {
  const which = { tenant_id, organisation_id, mandate_id }
  await q.query(
    `select from mandates
      where tenant_id = :tenant_id and owner_id = :organisation_id and id = :mandate_id for no key update`,
    which,
  )
  const [mandate] = await q.query<MandateToChange>(
    `select ${COLUMNS.map((name) => `m.${name}`)}, m.customer_id, m.revoked_on, ${MANDATE_STATE} as state
       from mandates m
      where m.tenant_id = :tenant_id and m.owner_id = :organisation_id and m.id = :mandate_id`,
    { ...which, today },
  )
  return mandate
}

export const changeMandate = (q: Query, { tenant_id }: SignedIn, mandate_id: string, details: Details) =>
  q.query(
    `update mandates set ${COLUMNS.map((name) => `${name} = :${name}`)}
      where tenant_id = :tenant_id and id = :mandate_id`,
    { tenant_id, mandate_id, ...details },
  )

export const revokeMandate = (q: Query, { tenant_id }: SignedIn, mandate_id: string, today: string) =>
  q.query(
    `update mandates set revoked_on = :today
      where tenant_id = :tenant_id and id = :mandate_id`,
    { tenant_id, mandate_id, today },
  )
