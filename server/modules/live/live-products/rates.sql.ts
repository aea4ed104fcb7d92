// Queries of exchange rates: how many euros one unit of a currency costs. The newest rate of each currency is the current one.
import type { InputOf, OutputOf } from '../../../../contract/kit/call.ts'
import type { exchangeRatesList } from '../../../../contract/live/live-products.ts'
import type { Query } from '../../../postgres/db.ts'
import { countOf, pageOf } from '../../../postgres/list-query.ts'

type ExchangeRatesListInput = InputOf<typeof exchangeRatesList>
type Row = OutputOf<typeof exchangeRatesList>['content'][number]

/** The current rates, by currency, as decimal texts. */
export async function ratesOf(q: Query, tenant_id: number): Promise<Map<string, string>> {
  const rows = await q.query<{ currency: string; rate: string }>(
    `select distinct on (currency) currency, rate::text as rate from exchange_rates
      where tenant_id = :tenant_id order by currency, id desc`,
    { tenant_id },
  )
  return new Map(rows.map(({ currency, rate }) => [currency, rate]))
}

const RATES = {
  from: `exchange_rates r`,
  where: `r.tenant_id = :tenant_id and (:currency::text is null or r.currency = :currency)
          and (:in_force::boolean is null or :in_force = not exists (
                 select from exchange_rates n
                  where n.tenant_id = :tenant_id and n.currency = r.currency and n.id > r.id))`,
}

const parameters = (tenant_id: number, { filters }: ExchangeRatesListInput) => ({
  tenant_id,
  currency: filters.currency ?? null,
  in_force: filters.in_force ?? null,
})

export const rateRows = (q: Query, tenant_id: number, asked: ExchangeRatesListInput) =>
  q.query<Row>(
    pageOf(
      {
        select: `r.id as exchange_rate_id, r.currency, r.rate::text as rate, r.source, r.remarks, r.created_by,
                 r.created_at,
                 not exists (select from exchange_rates n
                              where n.tenant_id = :tenant_id and n.currency = r.currency and n.id > r.id) as is_in_force`,
        ...RATES,
        order: 'r.currency, r.id desc',
      },
      parameters(tenant_id, asked),
      asked,
    ),
  )

export const rateCount = (q: Query, tenant_id: number, asked: ExchangeRatesListInput) => countOf(q, RATES, parameters(tenant_id, asked))

export type NewRate = { id: string; currency: string; rate: string; source: 'person' | 'supplier'; remarks: string; created_by: string }

export const addRate = (q: Query, tenant_id: number, rate: NewRate, now: Date) =>
  q.query(
    `insert into exchange_rates (tenant_id, id, currency, rate, source, remarks, created_by, created_at)
     values (:tenant_id, :id, :currency, :rate, :source, :remarks, :created_by, :now)`,
    { tenant_id, ...rate, now },
  )

/** Makes all catalogues due now, because with a new rate the costs of everything priced in a foreign currency change. */
export const readAgain = (q: Query, tenant_id: number, now: Date) =>
  q.query('update catalogues set next_at = :now where tenant_id = :tenant_id', { tenant_id, now })
