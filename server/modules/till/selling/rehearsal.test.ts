// The sale that a server rehearses when it starts: it leaves nothing behind, and afterwards the connections that sell have planned a sale.
import { describe, expect, test } from 'vitest'
import { EURO } from '../../../../contract/kit/money.ts'
import { createSessions } from '../../../http/sessions.ts'
import { createDb, type Db, MONEY_KEPT } from '../../../postgres/db.ts'
import { giveWallet, goods, rowsOf } from '../../../test/arrange.ts'
import { fileWorld } from '../../../test/world.ts'
import { rehearseFirstSales, rehearseSales } from './rehearsal.ts'

const w = await fileWorld()
const corner = await goods(w, { pins: 20 })
const seller = await w.signIn('kiosque')
await giveWallet(w, seller.customer_id, 1_000 * EURO)
const { clock, log } = w.services
const sell = async () => seller.calls.sell({ ...(await seller.calls.transactionKey({})), configuration_id: corner.configuration_id, quantity: 1 })
await sell()

/** A database as a server has just opened it, with no connection yet. */
async function opened<T>(work: (parts: Parameters<typeof rehearseFirstSales>[0]) => Promise<T>): Promise<T> {
  const db = createDb({ url: w.url })
  try {
    return await work({ db, clock, log, sessions: createSessions(db, clock) })
  } finally {
    await db.close()
  }
}

/** Which connections sell when several sales come at once, and which statements they have planned. */
const planned = (db: Db) => {
  const look = { name: '', text: 'select pg_backend_pid() as pid, array_agg(name order by name) as names from pg_prepared_statements', values: [] }
  return Promise.all(Array.from({ length: MONEY_KEPT }, async () => (await db.call<{ pid: number; names: string[] | null }>(look))[0]))
}

/** What a sale changes. */
const books = () =>
  rowsOf(
    w,
    `select (select count(*) from sales) as sales, (select count(*) from transfers) as transfers, (select count(*) from transaction_keys) as keys,
            (select sum(balance) from wallets) as money, (select sum(next_seq) from queue_heads) as heads,
            (select count(*) from pins where sale_id is not null) as pins, (select max(last_seen_at) from sessions) as seen,
            (select array_agg((tenant_id, at) order by tenant_id)::text from tenant_activity) as active`,
  )

describe('the rehearsal', () => {
  test('opens the connections that sell, and each has planned a sale and the reading of its slip', async () => {
    const both = await opened(async (parts) => {
      await rehearseSales(parts)
      return [parts.db.figures().total >= MONEY_KEPT, await planned(parts.db)] as const
    })
    expect(both[0]).toBe(true)
    expect(new Set(both[1].map((one) => one?.pid)).size).toBe(MONEY_KEPT)
    for (const one of both[1]) expect(one?.names).toEqual(expect.arrayContaining(['sell', 'sale_slips', 'sale_pins']))
  })

  test('control: without it, the connections have planned nothing', async () => {
    expect((await opened(({ db }) => planned(db))).map((one) => one?.names)).toEqual(Array.from({ length: MONEY_KEPT }, () => null))
  })

  test('sells alone and together on each connection, and changes nothing in the books', async () => {
    const before = await books()
    expect(await opened(rehearseSales)).toEqual(Array.from({ length: 3 * MONEY_KEPT }, () => 'sold'))
    expect(await books()).toEqual(before)
  })

  test('control: the same comparison notices a sale that is not rolled back', async () => {
    const before = await books()
    await sell()
    expect(await books()).not.toEqual(before)
  })

  test('gives way to a sale that holds the wallet, and the server starts all the same', async () => {
    const other = await w.owner.connect()
    try {
      await other.query('begin')
      await other.query(`select set_config('app.tenant', '1', true)`)
      await other.query('select from wallets where tenant_id = 1 and organisation_id = $1 for no key update', [seller.customer_id])
      await opened(rehearseFirstSales)
      await expect(opened(rehearseSales)).rejects.toThrow('lock timeout')
    } finally {
      await other.query('rollback')
      other.release()
    }
  })

  test('is refused where nobody has sold yet, and plans the sale all the same', async () => {
    await rowsOf(w, 'delete from tenant_activity where tenant_id > $1', [0])
    const [codes, both] = await opened(async (parts) => [await rehearseSales(parts), await planned(parts.db)] as const)
    expect(new Set(codes)).toEqual(new Set(['signed_out']))
    for (const one of both) expect(one?.names).toContain('sell')
    expect(await rowsOf(w, 'select from transaction_keys where tenant_id = $1', [0])).toEqual([])
  })
})
