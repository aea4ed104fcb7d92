// Open matters are in one list until they are final. Users see those of their own organisation and those below it, with the money held at their own hop.
import { expect, test } from 'vitest'
import { EURO } from '../../../../contract/kit/money.ts'
import { giveWallet, heldGoods, organisationId, rowsOf } from '../../../test/arrange.ts'
import { claimed, move } from '../../../test/claims.ts'
import { crediting } from '../../../test/credit.ts'
import { delivered, liveGoods } from '../../../test/holds.ts'
import { fileWorld, type Person } from '../../../test/world.ts'

const w = await fileWorld()
const [nord, shop, sud] = [await w.signIn('nord'), await w.signIn('kiosque'), await w.signIn('sud')]
const c = await crediting(w)
const kindsOf = async (person: Person) => (await person.calls.openMatters({ limit: 100 })).content.map(({ kind }) => kind)
const of = async (person: Person, kind: Awaited<ReturnType<typeof kindsOf>>[number]) => person.calls.openMatters({ filters: { kind } })

test('a sale that waits for the supplier’s answer is an open matter of the shop and of those above it, until it is posted', async () => {
  for (const name of ['kiosque', 'nord']) await giveWallet(w, await organisationId(w, name), 1_000 * EURO)
  const live = await liveGoods(w, shop)
  const asked = live.asked({ value: 20 * EURO })
  await w.services.money.hold(asked)
  const [mine, above] = [await of(shop, 'hold'), await of(nord, 'hold')]
  const [held] = await rowsOf<{ held: number }>(w, 'select held from wallets where tenant_id = 1 and organisation_id = $1', [shop.customer_id])
  expect(mine.content).toMatchObject([{ kind: 'hold', amount: held?.held, person: 'Karim Kiosque' }])
  expect(mine.totals.amount).toBe(held?.held)
  expect(above.filters.total_count).toBe(1)
  expect(await kindsOf(sud)).not.toContain('hold')
  await w.services.money.post(1, asked.key, delivered(w, asked.key))
  expect([await kindsOf(shop), await kindsOf(nord)].flat()).not.toContain('hold')
})

test('a claim is an open matter of its shop and those above it until it is decided', async () => {
  const { ids } = await claimed(w, shop)
  const [mine, above] = [await of(shop, 'reclamation'), await of(nord, 'reclamation')]
  expect([mine.content, above.content].map(([row]) => row?.matter_id)).toEqual([ids[0], ids[0]])
  expect(mine.totals.amount).toBeGreaterThan(0)
  expect(await kindsOf(sud)).not.toContain('reclamation')
  await move(nord, ids, 'reject', { note: 'works' })
  expect([await kindsOf(shop), await kindsOf(nord)].flat()).not.toContain('reclamation')
})

test('a credit request that waits for a second person is an open matter of those who may decide it, and not of the shop that it is for', async () => {
  await c.anew()
  await c.book(nord, 900)
  expect((await of(nord, 'approval')).content).toMatchObject([{ amount: 900 * EURO }])
  expect(await kindsOf(shop)).not.toContain('approval')
  expect(await kindsOf(await w.signIn('nord-stock'))).not.toContain('approval')
})

test('held stock is an open matter of its owner; an unfinished upload is an open matter until it is cancelled', async () => {
  const { configuration_id } = await heldGoods(w)
  await rowsOf(w, `insert into restores (tenant_id, id, cause, held_at) values (1, gen_random_uuid(), 'asked', now())`)
  expect(await kindsOf(nord)).toContain('stock_held')
  expect(await kindsOf(shop)).not.toContain('stock_held')
  const upload = await nord.calls.stockUpload({ configuration_id, csv_file: new File(['1234567890123456\n'], 'pins.csv') })
  expect((await of(nord, 'upload')).content).toMatchObject([{ subject: 'pins.csv', amount: null }])
  await nord.calls.stockUploadCancel({ upload_id: upload.upload_id })
  expect(await kindsOf(nord)).not.toContain('upload')
})

test('the file of a bulk sale that was not fetched is an open matter of the user who sold it', async () => {
  await giveWallet(w, shop.customer_id, 10_000 * EURO)
  const offer = (await shop.calls.sellerProductsV2({})).content.find(({ left }) => left === null)
  const sold = await shop.calls.sellBulk({
    transaction_key: (await shop.calls.transactionKey({})).transaction_key,
    configuration_id: offer?.configuration_id ?? '',
    quantity: 31,
  })
  expect((await of(shop, 'file')).content).toMatchObject([{ matter_id: sold.download_id }])
  await shop.calls.saleDownload({ download_id: sold.download_id })
  expect(await kindsOf(shop)).not.toContain('file')
})
