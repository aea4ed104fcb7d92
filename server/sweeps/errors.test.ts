// Provokes once every refusal that the contract declares. A new code without a case does not compile.
import { describe, expect, test } from 'vitest'
import { CallError } from '../../contract/kit/client.ts'
import { type ErrorCode, errors, type RefusalBody } from '../../contract/kit/errors.ts'
import { EURO } from '../../contract/kit/money.ts'
import { newId } from '../kit/ids.ts'
import { REFUSALS_MOST } from '../modules/goods/stock/refusals.ts'
import { DEADLINES } from '../postgres/pool.ts'
import { giveWallet, goods, heldGoods, organisationId, rowsOf } from '../test/arrange.ts'
import { topUpsThere } from '../test/top-ups.ts'
import { until } from '../test/wait-for.ts'
import { fileWorld, world } from '../test/world.ts'
import { accountErrors } from './account-errors.ts'
import { busErrors } from './bus-errors.ts'
import { liveErrors } from './live-errors.ts'
import { shopErrors } from './shop-errors.ts'

// In this world a statement waits for a lock for only 100 ms instead of three seconds.
const w = await fileWorld({ door: { places_times: 10 }, db: { deadlines: { ...DEADLINES, lock_ms: 100 } } })
const nord = await w.signIn('nord')
const shop = await w.signIn('kiosque')
await giveWallet(w, shop.customer_id, 100_000 * EURO)
const topUps = await topUpsThere(w)

const key = async (person = shop) => (await person.calls.transactionKey({})).transaction_key
const sell = async (configuration_id: string, quantity = 1, transaction_key?: string) =>
  shop.calls.sell({ transaction_key: transaction_key ?? (await key()), configuration_id, quantity })
const bodyOf = async (answer: Promise<Response>) => {
  throw new CallError((await answer).status, (await (await answer).json()) as RefusalBody)
}
const post = (path: string, type: string, body: string) => bodyOf(w.fetch(path, { method: 'POST', headers: { 'content-type': type }, body }))
type Bytes = string | Uint8Array<ArrayBuffer>
const file = (text: Bytes, name = 'pins.csv') => new File([text], name)

async function configurationOf(pins: number) {
  return (await goods(w, { pins })).configuration_id
}

async function upload(text: Bytes, name?: string) {
  return nord.calls.stockUpload({ configuration_id: await configurationOf(0), csv_file: file(text, name) })
}

async function checked(text: string) {
  const { upload_id } = await upload(text)
  await nord.calls.stockUploadCheck({ upload_id, pin_sequence: 1, has_header: false })
  await until('the check to end', async () => (await nord.calls.stockUploadProgress({ upload_id })).step !== 'checking')
  return upload_id
}

async function finish(upload_id: string) {
  const [supplier] = (await nord.calls.suppliersList({})).content
  await nord.calls.stockUploadFinish({ upload_id, supplier_id: supplier?.supplier_id ?? '', buying_discount: 500 })
}

/** Adds a gift card with a code that another owner has in stock. */
async function addTheirs() {
  const [theirs, { configuration_id, product_id }] = [await goods(w, { pins: 1, owner: 'sud' }), await goods(w, { pins: 0 })]
  await rowsOf(w, `update products set type = 'gift_card' where tenant_id = 1 and id = $1`, [product_id])
  const supplier_id = (await nord.calls.suppliersList({})).content[0]?.supplier_id ?? ''
  await nord.calls.giftCardsAdd({ configuration_id, supplier_id, buying_discount: 0, cards: [{ pin: theirs.pins[0] ?? '', serial: '' }] })
}

const pinRows = (n: number) => Array.from({ length: n }, () => `${Math.random().toFixed(16).slice(2).padEnd(16, '7')};\n`).join('')

/** Does the work while the row of this key is locked, as a running purchase would lock it. */
async function whileAtWork(transaction_key: string, work: () => Promise<unknown>) {
  const id = Buffer.from(transaction_key, 'base64url').subarray(0, 16).toString('hex')
  const client = await w.owner.connect()
  try {
    await client.query(`begin; set local app.tenant = '1'`)
    await client.query(
      `insert into transaction_keys (tenant_id, key, operation, user_id, content, cause_id, created_at) values (1, $1, 'booking', $2, '', $2, now())`,
      [id, newId()],
    )
    await work()
  } finally {
    await client.query('rollback')
    client.release()
  }
}

/** Tops up the shop gare, and returns the booking as the history shows it. */
async function bookedCredit() {
  const customer_id = await organisationId(w, 'gare')
  await nord.calls.walletChange({ transaction_key: await key(nord), customer_id, amount: EURO })
  return (await nord.calls.walletHistory({ filters: { customer_id, kind: 'top_up' } })).content[0]?.entry_id ?? ''
}

const provoke: Record<ErrorCode, () => Promise<unknown>> = {
  invalid_input: () => post('/api/login/', 'application/json', '{}'),
  form_unreadable: () => post('/api/login/', 'text/xml', '<a/>'),
  login_wrong: () => w.signIn('kiosque', { password: 'wrong' }),
  signed_out: () => w.anonymous().authCheck({}),
  forbidden: () => shop.calls.stockList({}),
  not_found: () => nord.calls.walletRecent({ customer_id: newId() }),
  organisation_unknown: () => w.anonymous('nobody.example').organisationCheck({}),
  too_many_requests: async () => {
    for (let i = 0; i < 11; i++)
      await w.signIn('nobody', { password: 'wrong' }).catch((error: CallError) => error.code === 'too_many_requests' && Promise.reject(error))
  },
  share_used_up: () => Promise.all(Array.from({ length: 200 }, () => shop.calls.walletOwn({}))),
  too_large: () => post('/api/login/', 'application/json', `{"username":"${'a'.repeat(300_000)}"}`),
  internal: async () => {
    await w.owner.query('alter table favourites rename to elsewhere')
    await shop.calls.favouritesSet({ configuration_ids: [] }).finally(() => w.owner.query('alter table elsewhere rename to favourites'))
  },
  busy: async () => {
    const lost = await world({ db: { url: 'postgres://nobody@127.0.0.1:1/nothing' } })
    await lost.anonymous().organisationCheck({}).finally(lost.end)
  },

  ...accountErrors(() => ({ w, nord, shop })),
  ...shopErrors(() => ({ w, nord, shop })),
  ...busErrors(() => ({ w, shop })),
  ...liveErrors(() => ({ w, shop, topUps })),

  key_invalid: async () => sell(await configurationOf(1), 1, 'made-up'),
  key_reused: async () => {
    const [configuration_id, once] = [await configurationOf(3), await key()]
    await sell(configuration_id, 1, once)
    await sell(configuration_id, 2, once)
  },
  key_void: async () => {
    const once = await key()
    await shop.calls.saleSettle({ transaction_key: once })
    await sell(await configurationOf(1), 1, once)
  },
  batch_sold: async () => {
    const { configuration_id, batch_no } = await goods(w, { pins: 2 })
    await sell(configuration_id)
    await nord.calls.batchUndo({ batch_no, reason: 'the wrong file' })
  },
  batch_held: async () => {
    const { batch_no } = await heldGoods(w)
    await nord.calls.batchUndo({ batch_no, reason: 'the wrong file' })
  },
  pin_known: async () => {
    const { configuration_id, product_id } = await goods(w, { pins: 0 })
    await rowsOf(w, `update products set type = 'gift_card' where tenant_id = 1 and id = $1`, [product_id])
    const supplier_id = (await nord.calls.suppliersList({})).content[0]?.supplier_id ?? ''
    const cards = [{ pin: '8100000000000001', serial: '' }]
    for (let i = 0; i < 2; i++) await nord.calls.giftCardsAdd({ configuration_id, supplier_id, buying_discount: 0, cards })
  },

  stock_refused: () => addTheirs(),
  stock_stopped: async () => {
    for (let i = 0; i < REFUSALS_MOST; i++) await addTheirs().catch(() => undefined)
    await addTheirs().finally(() => rowsOf(w, 'delete from stock_refusals'))
  },

  in_progress: async () => {
    const once = await key(nord)
    await whileAtWork(once, () => nord.calls.walletChange({ transaction_key: once, customer_id: shop.customer_id, amount: EURO }))
  },
  not_on_offer: () => sell(newId()),
  price_changed: async () => shop.calls.sell({ transaction_key: await key(), configuration_id: await configurationOf(1), quantity: 1, price_seen: 1 }),
  out_of_stock: async () => sell(await configurationOf(0)),
  taken_a_moment_ago: async () => {
    const configuration_id = await configurationOf(1)
    await sell(configuration_id)
    await sell(configuration_id)
  },
  credit_limit_reached: async () => {
    const gare = await w.signIn('gare')
    await giveWallet(w, gare.customer_id, 0)
    await gare.calls.sell({ transaction_key: await key(gare), configuration_id: await configurationOf(1), quantity: 1 })
  },
  reseller_limit: async () => {
    const port = await w.signIn('port')
    await giveWallet(w, port.customer_id, 1_000 * EURO)
    await giveWallet(w, await organisationId(w, 'sud'), 0)
    await port.calls.sell({ transaction_key: await key(port), configuration_id: await configurationOf(1), quantity: 1 })
  },
  below_cost_limit: async () => {
    const { configuration_id } = await goods(w, { pins: 20, euro: 10, discount: 10_000 })
    await sell(configuration_id, 20)
  },
  customer_stopped: async () => {
    const wallet = `update wallets set is_active = $2 where tenant_id = 1 and organisation_id = $1`
    await rowsOf(w, wallet, [shop.customer_id, false])
    await sell(await configurationOf(1)).finally(() => rowsOf(w, wallet, [shop.customer_id, true]))
  },
  amount_out_of_range: async () => {
    await nord.calls.walletChange({ transaction_key: await key(nord), customer_id: shop.customer_id, amount: EURO })
    const entry_id = (await nord.calls.walletHistory({ limit: 1 })).content[0]?.entry_id ?? ''
    await nord.calls.walletCorrect({ transaction_key: await key(nord), entry_id, amount: EURO + 1, reason: 'too much' })
  },
  credit_limit_too_low: async () => {
    await giveWallet(w, await organisationId(w, 'gare'), -EURO, EURO)
    await nord.calls.walletChange({ transaction_key: await key(nord), customer_id: await organisationId(w, 'gare'), type: 'credit_limit', amount: 0 })
  },
  already_corrected: async () => {
    const entry_id = await bookedCredit()
    await nord.calls.walletCorrect({ transaction_key: await key(nord), entry_id, reason: 'twice' })
    await nord.calls.walletCorrect({ transaction_key: await key(nord), entry_id, reason: 'twice' })
  },
  credit_spent: async () => {
    const entry_id = await bookedCredit()
    await giveWallet(w, await organisationId(w, 'gare'), 0)
    await nord.calls.walletCorrect({ transaction_key: await key(nord), entry_id, reason: 'spent' })
  },
  reprint_refused: async () => {
    const { sale_id } = await sell(await configurationOf(1))
    w.clock.advance(11 * 60_000)
    await shop.calls.reprint({ sale_id })
  },
  download_used: async () => {
    const { download_id } = await shop.calls.sellBulk({ transaction_key: await key(), configuration_id: await configurationOf(40), quantity: 35 })
    await shop.calls.saleDownload({ download_id })
    await shop.calls.saleDownload({ download_id })
  },

  file_not_csv: () => upload('x', 'pins.xlsx'),
  file_empty: () => upload(''),
  file_encoding: () => upload(new Uint8Array([0x31, 0, 0, 0, 0x32, 0])),
  file_workbook: () => upload(new Uint8Array([0x50, 0x4b, 3, 4, 20, 0])),
  file_known: async () => {
    const text = pinRows(3)
    const upload_id = await checked(text)
    await finish(upload_id)
    await until('the import to end', async () => (await nord.calls.stockUploadProgress({ upload_id })).step !== 'importing')
    await upload(text)
  },
  upload_state: async () => finish((await upload(pinRows(2))).upload_id),
  upload_has_errors: async () => finish(await checked(`${pinRows(2)}12;\n`)),
  batch_state: async () => {
    const { configuration_id, batch_no } = await goods(w, { pins: 1 })
    await rowsOf(w, `update batches set state = 'importing' where tenant_id = 1 and batch_no = $1`, [batch_no])
    await nord.calls.stockList({ configuration_id, batch_no, action: 'publish' })
  },
  // This case is the last one about uploads, because it uses up the limit of unfinished uploads.
  uploads_open: async () => {
    const configuration_id = await configurationOf(0)
    for (let n = 0; n <= 20; n++) await nord.calls.stockUpload({ configuration_id, csv_file: file(pinRows(2)) })
  },
}

describe.each(Object.keys(provoke) as ErrorCode[])('the error code %s', (code) => {
  test('is returned by some call, with the status that the contract names', async () => {
    const error = await provoke[code]().then(
      () => undefined,
      (refusal: unknown) => refusal,
    )
    expect(error, String(error)).toBeInstanceOf(CallError)
    expect(error).toMatchObject({ code, status: errors[code].status })
  })
})
