// Practice mode: what a session in this mode does instead of selling. It takes a training number of the shop and stores the simulated answer, once per key;
// neither money nor stock changes. The selling modules compute the answers (decision 0051).
import { createHash } from 'node:crypto'
import type { Context } from '../../../http/mount.ts'
import type { Services } from '../../../http/services.ts'
import { keyOf } from '../../../http/transaction-key.ts'
import type { SignedIn } from '../../../kit/actor.ts'
import { Refusal } from '../../../kit/errors.ts'
import type { Query } from '../../../postgres/db.ts'
import { eachTenant } from '../../../postgres/each-tenant.ts'
import type { JobList } from '../../../postgres/jobs.ts'
import { forgetPlayed, giveUp, isPractising, keepAnswer, type PlayedRow, playedUnder, type Shop, shops, showAgain, takeNumber } from './training.sql.ts'

export type PracticeContext = Pick<Context, 'db' | 'keys' | 'now'> & { actor: SignedIn }
/** A stored practice answer. `copies`: how often its slip has been shown before. */
export type Played<T> = { answer: T; copies: number }

/** A number that cannot be mistaken for that of a real sale. */
const trainingNo = (number: number): string => `T-${String(number).padStart(6, '0')}`

const digest = (asked: object) => createHash('sha256').update(JSON.stringify(asked)).digest()

/**
 * The key in this text, for a session in practice mode only. A key made in that mode cannot sell, and the mode refuses a selling key, so repeating a
 * request never turns practice into a sale.
 */
function practiceKey(context: PracticeContext, text: string): string {
  if (!context.actor.is_training) throw new Refusal('key_invalid')
  return keyOf(context, text)
}

/** How many training numbers are tried at most, because other requests of the shop may take the same number at the same moment. */
const TRIES = 20

/**
 * Simulates once per key: the same key with the same content gets the same answer again, as for a sale. `play` gets the number and the transaction that
 * stores its answer; if `play` throws, nothing is stored.
 */
export async function played<T extends object>(
  ground: PracticeContext,
  transaction_key: string,
  asked: object,
  play: (as: { no: string; key: string }, q: Query) => Promise<T>,
): Promise<Played<T>> {
  const { actor, db, now } = ground
  const [key, content] = [practiceKey(ground, transaction_key), digest(asked)]
  return db.write(actor.tenant_id, async (q) => {
    if (!(await isPractising(q, actor))) throw new Refusal('signed_out')
    for (let tries = 0; tries < TRIES; tries++) {
      const [before] = await playedUnder(q, actor, key)
      if (before) return again<T>(before, actor, content)
      const [taken] = await takeNumber(q, actor, { key, content, now: now() })
      if (!taken) continue
      const answer = await play({ no: trainingNo(taken.number), key }, q)
      await keepAnswer(q, actor.tenant_id, key, JSON.stringify(answer))
      return { answer, copies: 0 }
    }
    throw new Refusal('busy')
  })
}

function again<T>({ user_id, number, content: was, answer, copies }: PlayedRow, actor: SignedIn, content: Buffer): Played<T> {
  if (user_id !== actor.user_id) throw new Refusal('key_invalid')
  if (number === null) throw new Refusal('key_void')
  if (!was.equals(content)) throw new Refusal('key_reused')
  return { answer: answer as T, copies: copies + 1 }
}

/** The practice sale under a key. If there is none, returns null and voids the key, so that nothing can be simulated under it later. */
export async function settledPlay<T>(ground: PracticeContext, transaction_key: string): Promise<Played<T> | null> {
  const { actor, db, now } = ground
  const key = practiceKey(ground, transaction_key)
  const [row] = await db.write(actor.tenant_id, async (q) => {
    await giveUp(q, actor, { key, content: digest({}), now: now() })
    return playedUnder(q, actor, key)
  })
  return row && row.number !== null ? { answer: row.answer as T, copies: row.copies } : null
}

/** The stored answer under this key, if it belongs to the actor's shop; otherwise throws not_found. */
export async function playedBefore<T>({ actor, db }: { actor: SignedIn; db: Pick<PracticeContext['db'], 'read'> }, key: string): Promise<T> {
  const [row] = await db.read(actor.tenant_id, (q) => playedUnder(q, actor, key))
  if (!row?.answer) throw new Refusal('not_found')
  return row.answer as T
}

/** Shows a practice slip again: the one under this key, or without a key the user's last. */
export async function shownAgain<T>({ actor, db }: Pick<PracticeContext, 'actor' | 'db'>, key: string | undefined): Promise<Played<T>> {
  const [row] = await db.write(actor.tenant_id, (q) => showAgain(q, actor, key))
  if (!row) throw new Refusal('not_found')
  return { answer: row.answer as T, copies: row.copies }
}

/** The selling shop, as a slip shows it. */
export async function shopOf(q: Query, actor: SignedIn): Promise<Shop> {
  const [shop] = await shops(q, actor)
  return shop ?? { name: actor.organisation_name, address: '', city: '', organisation_name: null }
}

const KEPT_MS = 30 * 24 * 3_600_000

export const trainingJobs = ({ db, clock }: Pick<Services, 'db' | 'clock'>): JobList => ({
  forget_training: {
    cron: '23 3 * * *',
    work: () =>
      eachTenant({ db }, async (tenant_id) => void (await db.write(tenant_id, (q) => forgetPlayed(q, tenant_id, new Date(clock().getTime() - KEPT_MS))))),
  },
})
