// Documents are numbered without gaps even if making one fails, each key makes only one document, and nothing can change a document.
import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { money } from '../../../../contract/kit/field.ts'
import { EURO } from '../../../../contract/kit/money.ts'
import { newId } from '../../../kit/ids.ts'
import { organisationId, rowsOf, sabotage } from '../../../test/arrange.ts'
import { somebodyWaits } from '../../../test/meeting-point.ts'
import { fileWorld } from '../../../test/world.ts'
import { documentKind } from './documents.ts'

const WRITERS = 50
const paper = documentKind('paper', z.object({ title: z.string(), total: money }))

const w = await fileWorld()
const owner_id = await organisationId(w, 'kiosque')

type Way = { key?: string; user_id?: string | null; after?: () => Promise<unknown> }

/** Makes one document in its own transaction, and runs `after` before that transaction commits. */
const make = (series: string, { key = newId(), user_id = null, after = async () => undefined }: Way = {}) =>
  w.db.write(1, async (q) => {
    const document = await paper.put(q, w.clock.now(), { tenant_id: 1, key, owner_id, series, user_id, snapshot: { title: 'Été', total: 12 * EURO } })
    await after()
    return document
  })

const numbersOf = async (series: string) =>
  (await rowsOf<{ number: number }>(w, 'select number from documents where series = $1 order by number', [series])).map(({ number }) => number)
const upTo = (n: number) => Array.from({ length: n }, (_, i) => i + 1)

describe('fifty simultaneous transactions, of which every third fails,', () => {
  async function crowd(series: string) {
    const giveUp = async () => {
      throw new Error('gave up')
    }
    const all = await Promise.allSettled(Array.from({ length: WRITERS }, (_, i) => make(series, i % 3 === 0 ? { after: giveUp } : {})))
    return all.filter(({ status }) => status === 'fulfilled').length
  }

  test('make documents numbered without a gap, each with a hash that covers the document before', async () => {
    const made = await crowd('crowd')
    expect(made).toBe(WRITERS - Math.ceil(WRITERS / 3))
    expect(await numbersOf('crowd')).toEqual(upTo(made))
    const documents = await rowsOf<{ previous: string; hash: string }>(
      w,
      `select encode(previous, 'hex') as previous, encode(hash, 'hex') as hash from documents where series = 'crowd' order by number`,
    )
    expect(documents.map(({ previous }) => previous)).toEqual(['', ...documents.map(({ hash }) => hash)].slice(0, made))
  })

  test('control: make documents with gaps in their numbers if a database sequence numbers them', async () => {
    const [right, wrong] = ['v_document.tenant_id := p_tenant;', `v_document.tenant_id := p_tenant; v_document.number := nextval('numbers');`]
    await w.owner.query('create sequence numbers')
    await sabotage(w, 'put_document', right, wrong)
    const made = await crowd('sequence').finally(() => sabotage(w, 'put_document', wrong, right))
    expect(await numbersOf('sequence')).not.toEqual(upTo(made))
  })
})

describe('a request with a key that was used before', () => {
  /** Makes a document in each of two transactions under the same key; the second begins before the first has committed. */
  async function twice(series: string, before = async () => undefined as unknown) {
    await make(series)
    await before()
    const key = newId()
    let end: () => void = () => undefined
    const isEnded = new Promise<void>((resolve) => {
      end = resolve
    })
    let first: ReturnType<typeof make> | undefined
    const isMade = new Promise<void>((resolve) => {
      first = make(series, {
        key,
        after: () => {
          resolve()
          return isEnded
        },
      })
    })
    await isMade
    const second = make(series, { key })
    await somebodyWaits(w)
    end()
    return Promise.allSettled([first, second])
  }

  test('returns the same document, even while the first request is still running, and uses up no number', async () => {
    const [first, second] = await twice('twice')
    expect(first).toMatchObject({ status: 'fulfilled', value: { number: 2, snapshot: { title: 'Été', total: 12 * EURO } } })
    expect(second).toEqual(first)
    expect(await make('twice')).toMatchObject({ number: 3 })
  })

  test('control: fails if it does not wait for the first request, which holds the series, to commit', async () => {
    const made = 'p_tenant, p_owner, p_kind, p_series, v_document.circle'
    const [right, wrong] = [`values (${made})`, `select ${made} where false`]
    const unlock = () => sabotage(w, 'put_document', right, wrong)
    const [first, second] = await twice('unlocked', unlock).finally(() => sabotage(w, 'put_document', wrong, right))
    expect([first?.status, second?.status]).toEqual(['fulfilled', 'rejected'])
  })

  test('is refused in another series and for another user', async () => {
    const key = newId()
    await make('mine', { key })
    await expect(make('other', { key })).rejects.toMatchObject({ code: 'key_reused' })
    await expect(make('mine', { key, user_id: newId() })).rejects.toMatchObject({ code: 'key_reused' })
    expect([await numbersOf('mine'), await numbersOf('other')]).toEqual([[1], []])
  })
})

test('a document is read as it was written, only by its own tenant, and only as the kind of document that it is', async () => {
  const made = await make('read')
  const read = (tenant_id: number, kind = paper) => w.db.read(tenant_id, (q) => kind.find(q, tenant_id, made.document_id))
  expect(await read(1)).toEqual(made)
  expect(await read(2)).toBeUndefined()
  expect(await read(1, documentKind('letter', z.object({ title: z.string(), total: money })))).toBeUndefined()
})

test('fields that a document’s kind does not declare are not stored', async () => {
  const snapshot = { title: 'x', total: 0, secret: 'y' }
  const { document_id } = await w.db.write(1, (q) =>
    paper.put(q, w.clock.now(), { tenant_id: 1, key: newId(), owner_id, series: 'declared', user_id: null, snapshot }),
  )
  expect(await rowsOf(w, 'select snapshot from documents where id = $1', [document_id])).toEqual([{ snapshot: { title: 'x', total: '0.00' } }])
})

test('the server’s database role can make documents only through the database function for them', async () => {
  const denied = { code: '42501' }
  const copy = 'insert into documents select * from documents limit 1'
  const series = `insert into document_series (tenant_id, owner_id, kind, series, circle) values (1, '${owner_id}', 'paper', 'x', 0)`
  for (const sql of [copy, series]) await expect(w.db.write(1, (q) => q.query(sql))).rejects.toMatchObject(denied)
})

test('after a restore, documents are numbered in a new series (circle), because numbers that the restore lost may be printed already', async () => {
  await make('restored')
  await w.owner.query(`select hold_stock(1, now(), $1, 'asked', null, now())`, [newId()])
  expect(await make('restored')).toMatchObject({ circle: 1, number: 1 })
  expect(await make('restored')).toMatchObject({ circle: 1, number: 2 })
})
