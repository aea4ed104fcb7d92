// The typed function that sells a basket: its lines are sold together, all of them or none.
import type { Money } from '../../contract/kit/money.ts'
import type { PaymentKind } from '../../contract/till/selling.ts'
import { createTurns } from '../kit/turns.ts'
import type { MoneyDb, Named } from '../postgres/db.ts'
import { contentOf } from './content.ts'
import type { RefusalCode } from './refusals.ts'
import { readSlips, type SaleFacts, type SealedPins, type Slip, slipStatements, slipsOf } from './slips.ts'

/** Ids are UUIDv7 from the caller; `sale_id` is new for each request. */
type BasketLine = { configuration_id: string; quantity: number; sale_id: string; price_seen?: Money | undefined }
export type Basket = {
  tenant_id: number
  key: string
  user_id: string
  session_id: string
  seller_id: string
  lines: readonly BasketLine[]
  payment?: PaymentKind | undefined
}

/**
 * Why a basket was not sold. `line`: the position of the refused line, from 0; null: the key was refused. The figures mean the same as for a refused purchase,
 * except that `available` and `missing` are counted for the whole basket.
 */
export type BasketRefusal = {
  line: number | null
  code: RefusalCode
  available: Money | null
  missing: Money | null
  left_over: number | null
  price: Money | null
}
type BasketOutcome = { sold: Slip[] } | { refused: BasketRefusal[] }

type Row = {
  ord: number | null
  code: 'sold' | RefusalCode
  sale_id: string | null
  available: Money | null
  missing: Money | null
  left_over: number | null
}

/**
 * The limits for baskets. A basket waits for locked queue heads, as a purchase tried alone does. Each wallet has one basket at a time, because two would only
 * wait for each other.
 */
const SHARES = { places: 4, tenant: 2, user: 1, waiting: 30, wait_ms: 20_000 }

const SELL_BASKET = `
  select * from sell_basket(:tenant_id, :now, :key, :content, :user_id, :session_id, :seller_id,
                            :configuration_ids::uuid[], :quantities::int[], :sale_ids::uuid[], :prices_seen::bigint[],
                            :payment)`

export function basketDoor(db: MoneyDb, now: () => Date) {
  const turns = createTurns(SHARES)
  return {
    /** Sells all lines or none. For a key that was sold before, the answer has the first sales again. */
    sellBasket: ({ tenant_id, lines, seller_id, payment, ...basket }: Basket): Promise<BasketOutcome> =>
      turns.inTurn({ tenant_id, user_id: seller_id }, async () => {
        const sale_ids = lines.map(({ sale_id }) => sale_id)
        const statement: Named = {
          name: 'sell_basket',
          text: SELL_BASKET,
          values: {
            ...{ tenant_id, now: now(), seller_id, sale_ids, ...basket },
            content: contentOf('basket', seller_id, ...lines.flatMap(({ configuration_id, quantity }) => [configuration_id, quantity])),
            configuration_ids: lines.map(({ configuration_id }) => configuration_id),
            quantities: lines.map(({ quantity }) => quantity),
            prices_seen: lines.map(({ price_seen }) => price_seen ?? null),
            payment: payment ?? null,
          },
        }
        const [rows, facts, blocks] = await db.callTogether<[Row[], SaleFacts[], SealedPins[]]>(statement, ...slipStatements(tenant_id, sale_ids))
        if (rows.some(({ code }) => code !== 'sold')) return { refused: rows.map((row) => refusalOfLine(row, lines)) }
        const sold = rows.flatMap(({ sale_id }) => sale_id ?? [])
        // For a key that was sold before, the answer has the ids of the earlier sales and not the ids sent now.
        const isEarlier = sold.some((id) => !sale_ids.includes(id))
        const slips = isEarlier ? await readSlips(db, tenant_id, sold) : slipsOf(tenant_id, facts, blocks)
        return { sold: sold.map((id) => slips.get(id) ?? missingSlip()) }
      }),
  }
}

function refusalOfLine({ ord, code, available, missing, left_over }: Row, lines: readonly BasketLine[]): BasketRefusal {
  if (code === 'sold') throw new Error('a basket that is partly sold')
  const line = ord === null ? null : ord - 1
  if (code !== 'price_changed') return { line, code, available, missing, left_over, price: null }
  return { line, code, available, missing: null, left_over, price: (lines[line ?? 0]?.price_seen ?? 0) + (missing ?? 0) }
}

function missingSlip(): never {
  throw new Error('a sale without its slip')
}
