// Nobody can find out which PINs another owner has in stock: a delivery that contains such a code is refused as a whole, only in step three, without naming
// rows, and only a few times a day.
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { berlinDay } from '../../../kit/berlin.ts'
import { newId } from '../../../kit/ids.ts'
import { createAudit } from '../../../postgres/audit.ts'
import { insert, inTenant } from '../../../seeds/demo-people.ts'
import { goods, rowsOf, sabotage } from '../../../test/arrange.ts'
import { fileWorld, type Person } from '../../../test/world.ts'
import { checked, csv, fileOf, finished, fresh, settled } from './fixtures/upload.ts'
import { addRefusal } from './refusals.sql.ts'
import { admitDelivery, countRefusal, REFUSALS_BELOW_MOST, REFUSALS_MOST } from './refusals.ts'
import { stopAll } from './runs.ts'

const DAY_MS = 24 * 60 * 60 * 1000
let configuration_id: string

async function supplierOf(person: Person) {
  return (await person.calls.supplierAdd({ company: `Supplier of ${person.customer_id}` })).supplier_id
}
const w = await fileWorld()
let [parent, guesser] = [await w.signIn('nord'), await w.signIn('sud')]
const theirs = (await goods(w, { pins: 20 })).pins
const supplier_id = await supplierOf(guesser)
afterAll(stopAll)
/** Each test has its own day, on which nothing was refused before. */
beforeEach(async () => {
  w.clock.advance(DAY_MS)
  ;[parent, guesser] = [await w.signIn('nord'), await w.signIn('sud')]
  configuration_id = (await goods(w, { pins: 0, owner: 'sud' })).configuration_id
})

const refused = { status: 409, code: 'stock_refused', detail: {} }
const stopped = { status: 429, code: 'stock_stopped' }
const finish = (upload_id: string) => guesser.calls.stockUploadFinish({ upload_id, supplier_id, buying_discount: 500, leave_out_errors: true })
async function refusalOf(asked: Promise<unknown>): Promise<{ status?: unknown; code?: unknown; detail?: unknown }> {
  try {
    await asked
    return {}
  } catch (error) {
    const { status, code, detail } = error as Record<string, unknown>
    return { status, code, detail }
  }
}
const countOf = async () =>
  (await rowsOf<{ refused: number }>(w, `select refused from stock_refusals where tenant_id = 1 order by day desc, refused desc limit 1`))[0]?.refused ?? 0

/** Everything that a guesser can see of a file up to step three. */
async function seenOf(pins: readonly string[]) {
  const upload = await checked(guesser, configuration_id, fileOf(pins))
  const { upload_id } = upload
  const rows = (only: 'all' | 'errors') => guesser.calls.stockUploadRows({ upload_id, only, limit: 50 })
  const { csv: leftOut } = await guesser.calls.stockUploadErrors({ upload_id })
  const shown = { step: upload.step, accepted: upload.accepted, errors: upload.errors, findings: upload.findings, fatal: upload.fatal }
  const of_rows = (await rows('all')).content.map(({ finding, level, detail }) => ({ finding, level, detail }))
  return { upload_id, seen: { ...shown, of_rows, leftOut, wrong: (await rows('errors')).content } }
}

describe('a file with codes of another owner', () => {
  test('looks normal until the import (step three), which refuses it as a whole', async () => {
    const [hit, miss] = [await seenOf([...fresh(9), theirs[0] ?? '']), await seenOf(fresh(10))]
    expect(hit.seen).toEqual(miss.seen)
    expect(hit.seen).toMatchObject({ accepted: 10, errors: 0, findings: [] })
    expect(await refusalOf(finish(hit.upload_id))).toEqual(refused)
    expect(await guesser.calls.stockUploadProgress({ upload_id: hit.upload_id })).toMatchObject({ step: 'checked', accepted: 10, errors: 0, batch_no: null })
    // Repeating step three for the same file gets the same refusal, which is not counted again.
    expect(await refusalOf(finish(hit.upload_id))).toEqual(refused)
    expect(await countOf()).toBe(1)
    expect(await finished(guesser, miss.upload_id, { supplier_id })).toMatchObject({ step: 'imported' })
  })

  test('is answered with the rows of those PINs only that the uploading owner itself already has in stock', async () => {
    const own = fresh(2)
    await finished(guesser, (await checked(guesser, configuration_id, fileOf(own))).upload_id, { supplier_id })
    const upload = await checked(guesser, configuration_id, fileOf([...fresh(3), ...own.slice(0, 1), theirs[1] ?? '']))
    expect(upload).toMatchObject({ accepted: 4, errors: 1, findings: [{ finding: 'duplicate_in_stock', rows: 1 }] })
    expect(await refusalOf(finish(upload.upload_id))).toEqual(refused)
  })

  test('is not refused as a known file, even if the other owner imported the same file', async () => {
    const file = fileOf(fresh(5))
    const corner = await goods(w, { pins: 0 })
    const [supplier] = (await parent.calls.suppliersList({})).content
    await finished(parent, (await checked(parent, corner.configuration_id, file)).upload_id, { supplier_id: supplier?.supplier_id ?? '' })
    const upload = await checked(guesser, configuration_id, file)
    expect(upload).toMatchObject({ accepted: 5, errors: 0 })
    expect(await refusalOf(finish(upload.upload_id))).toEqual(refused)
  })

  test('is refused, without naming a row, even if the other owner added the code between check and import', async () => {
    const pins = fresh(5)
    const late = await checked(guesser, configuration_id, fileOf(pins))
    const corner = await goods(w, { pins: 0 })
    const [supplier] = (await parent.calls.suppliersList({})).content
    const early = await checked(parent, corner.configuration_id, fileOf([...fresh(3), pins[2] ?? '']))
    await finished(parent, early.upload_id, { supplier_id: supplier?.supplier_id ?? '' })
    await finish(late.upload_id)
    expect(await settled(guesser, late.upload_id)).toMatchObject({ step: 'checked', accepted: 5, errors: 0, findings: [], batch_no: null })
    expect(await countOf()).toBe(1)
    expect(await refusalOf(finish(late.upload_id))).toEqual(refused)
  })
})

test('a pool’s file that contains another owner’s code is refused as a whole too, in step three', async () => {
  const corner = await goods(w, { pins: 0, owner: 'sud' })
  await rowsOf(w, `update products set type = 'calling_card' where tenant_id = 1 and id = $1`, [corner.product_id])
  await rowsOf(w, 'update configurations set is_pool = true where tenant_id = 1 and id = $1', [corner.configuration_id])
  const text = fileOf([...fresh(3), theirs[16] ?? ''])
  const { upload_id, pin_sequence } = await guesser.calls.poolUpload({ pool_id: corner.configuration_id, csv_file: csv(text) })
  await guesser.calls.poolUploadCheck({ upload_id, pin_sequence })
  expect(await settled(guesser, upload_id)).toMatchObject({ accepted: 4, errors: 0 })
  expect(await refusalOf(guesser.calls.poolUploadFinish({ upload_id, supplier_id, buying_discount: 500 }))).toEqual(refused)
})

async function giftCard() {
  const corner = await goods(w, { pins: 0, owner: 'sud' })
  await rowsOf(w, `update products set type = 'gift_card' where tenant_id = 1 and id = $1`, [corner.product_id])
  return (pins: readonly string[]) =>
    guesser.calls.giftCardsAdd({ configuration_id: corner.configuration_id, supplier_id, buying_discount: 0, cards: pins.map((pin) => ({ pin, serial: '' })) })
}

test('gift cards typed one by one are refused too: the owner’s own duplicates by row, another owner’s cards as a whole', async () => {
  const add = await giftCard()
  const own = fresh(2)
  await add(own)
  await expect(add([...fresh(1), ...own])).rejects.toMatchObject({ code: 'pin_known', detail: { row: 2 } })
  const batches = () => rowsOf(w, 'select count(*)::int as n from batches where tenant_id = 1')
  const before = await batches()
  expect(await refusalOf(add([...fresh(3), theirs[2] ?? '']))).toEqual(refused)
  expect(await batches()).toEqual(before)
})

test('after a few deliveries with another owner’s codes further ones are refused until the next day; this is reported to the organisations above and logged once', async () => {
  const add = await giftCard()
  const waiting = await checked(guesser, configuration_id, fileOf(fresh(3)))
  // Even simultaneous deliveries are counted one by one.
  const guesses = await Promise.all(theirs.slice(3, 15).map((pin) => refusalOf(add([pin]))))
  expect(guesses.filter(({ code }) => code === 'stock_refused')).toHaveLength(REFUSALS_MOST)
  expect(guesses.filter(({ code }) => code === 'stock_stopped')).toHaveLength(12 - REFUSALS_MOST)
  await expect(add(fresh(1))).rejects.toMatchObject(stopped)
  await expect(finish(waiting.upload_id)).rejects.toMatchObject(stopped)
  await expect(guesser.calls.stockUpload({ configuration_id, csv_file: csv(fileOf(fresh(1))) })).rejects.toMatchObject(stopped)
  const alarms = `select o.kind from notices n join organisations o on o.tenant_id = 1 and o.id = n.organisation_id
                   where n.tenant_id = 1 and n.kind = 'stock_stopped' and n.created_at > $1 order by 1`
  expect(await rowsOf(w, alarms, [new Date(w.clock.now().getTime() - DAY_MS)])).toEqual([{ kind: 'platform' }, { kind: 'reseller' }])
  expect(await rowsOf(w, alarms.replace('stock_stopped', 'stock_refused_again'), [new Date(w.clock.now().getTime() - DAY_MS)])).toHaveLength(2)
  const { content } = await parent.calls.auditList({ filters: { action: 'giftCardsAdd' }, limit: 10 })
  expect(content.filter(({ changes }) => changes.some(({ field, after }) => field === 'stopped' && after === 'true'))).toHaveLength(1)
  // The owner of the other goods is not stopped, and can import a file.
  const nobody = await goods(w, { pins: 0 })
  expect((await checked(parent, nobody.configuration_id, fileOf(fresh(2)))).step).toBe('checked')
  w.clock.advance(DAY_MS)
  guesser = await w.signIn('sud')
  expect(await finished(guesser, waiting.upload_id, { supplier_id })).toMatchObject({ step: 'imported' })
})

describe('owners created for guessing codes', () => {
  type Organisation = { path: string[] } & Record<string, unknown>
  const none: Organisation = { path: [] }
  /** Creates `count` organisations below the organisation of this user; returns their ids. */
  async function below(username: string, count: number): Promise<string[]> {
    const [of] = await rowsOf<{ id: string }>(w, 'select organisation_id as id from users where tenant_id = 1 and username = $1', [username])
    const [row] = await rowsOf<Organisation>(w, 'select * from organisations where tenant_id = 1 and id = $1', [of?.id])
    // These columns are not copied: the database computes the first two, the third is unique among a parent's customers, and the path ends with the new id.
    const { may_be_parent: _, parent_may: _may, customer_number: _number, path, ...like } = row ?? none
    const ids = Array.from({ length: count }, () => newId())
    await inTenant(w.owner, 1, async (q) => {
      for (const id of ids) await insert(q, 'organisations', { ...like, id, parent_id: of?.id, path: [...path, id], name: `Made ${id.slice(-6)}` })
    })
    return ids
  }
  /**
   * Lets each owner deliver once, all at the same moment, with another owner’s code. Returns how many owners were not refused with `stock_stopped`, and so
   * could learn that the code exists.
   */
  async function told(owners: readonly string[], spoilt = countRefusal): Promise<number> {
    const asked = owners.map((owner_id) =>
      refusalOf(
        w.db.write(1, async (q) => {
          const delivery = { tenant_id: 1, owner_id, now: w.clock.now() }
          await admitDelivery(q, delivery)
          const { audit } = createAudit(w.services, 1, { action: 'stockUploadFinish', actor: null, address: '', device: '' })
          await spoilt(q, delivery, audit, { subject: { kind: 'upload', id: owner_id, name: 'a.csv', organisation_id: owner_id } })
        }),
      ),
    )
    return (await Promise.all(asked)).filter(({ code }) => code !== 'stock_stopped').length
  }
  const noticesOf = (kind: string) => rowsOf(w, 'select 1 from notices where tenant_id = 1 and kind = $1 and created_at > $2', [kind, new Date(w.clock.now().getTime() - 1_000)]) // biome-ignore format: a question

  test('below one organisation learn no more codes together than one owner alone, and from the second refusal on the branch is reported', async () => {
    const [made, more] = [await below('sud', 6), await below('sud', 6)]
    expect(await told(made.slice(0, 1))).toBe(1)
    expect(await noticesOf('stock_refused_again')).toEqual([])
    expect(await told([...made.slice(1), ...more])).toBe(REFUSALS_MOST - 1)
    expect(await noticesOf('stock_refused_again')).toHaveLength(2)
    expect(await noticesOf('stock_stopped')).toHaveLength(2)
    expect(await told(await below('sud', 2))).toBe(0)
    // Organisations that are not stopped, and can import a file: the one above the stopped owners, the reseller, and owners outside this branch.
    const owners = await rowsOf<{ id: string }>(w, `select organisation_id as id from users where tenant_id = 1 and username in ('sud', 'nord')`)
    for (const { id } of owners) await w.db.write(1, (q) => admitDelivery(q, { tenant_id: 1, owner_id: id, now: w.clock.now() }))
    expect(await told(await below('nord', 1))).toBe(1)
  })

  test('directly below the reseller can find out about a few more codes than owners of one branch, because they count as unrelated', async () => {
    let learnt = 0
    for (const owner of await below('nord', 12)) learnt += await told([owner])
    expect(learnt).toBe(REFUSALS_BELOW_MOST)
  })

  test('control: could each find out about a code if refusals were counted only by owner', async () => {
    const alone: typeof countRefusal = (q, { tenant_id, owner_id, now }) =>
      addRefusal(q, { tenant_id, day: berlinDay(now) }, [], owner_id).then(() => undefined)
    expect(await told(await below('sud', 6), alone)).toBe(6)
  })
})

test('control: if PINs were checked against the stock of all owners, the answer would tell a guesser which row is in stock', async () => {
  await sabotage(w, 'pins_in_stock', ' and b.owner_id = p_owner', '')
  const [hit, miss] = [await seenOf([...fresh(9), theirs[0] ?? '']), await seenOf(fresh(10))]
  expect(hit.seen).not.toEqual(miss.seen)
})
