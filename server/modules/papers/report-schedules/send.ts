// Sends the reports that are due: each recipient gets the list as they may see it now, once for each due time. The mail and the record of its delivery are
// written in one transaction, so no server writes the mail a second time, even if one is killed.
import type { Services } from '../../../http/services.ts'
import { type SignedIn, signedIn } from '../../../kit/actor.ts'
import { berlinDay } from '../../../kit/berlin.ts'
import { Refusal } from '../../../kit/errors.ts'
import type { Query } from '../../../postgres/db.ts'
import { eachTenant } from '../../../postgres/each-tenant.ts'
import type { JobList } from '../../../postgres/jobs.ts'
import { putMessage } from '../../messages/messages/messages.ts'
import { beginLater, fileName, listFile, prepared } from '../exports/exports.ts'
import { moved, nextDue, periodOf } from './due.ts'
import {
  addDelivery,
  advance,
  deliveredTo,
  dueSchedules,
  forgetDeliveries,
  isRestoredSince,
  type Outcome,
  type Person,
  personOf,
  type Schedule,
  scheduleById,
  setSent,
  setState,
} from './report-schedules.sql.ts'

type Needs = Pick<Services, 'db' | 'keys' | 'clock' | 'log' | 'filesDir' | 'post' | 'lists'> & {
  /** The most bytes that a mailed file may have. Tests set a smaller number. */
  mail_bytes?: number
}

/** How many reports are sent in one round. The number is limited so that other jobs get their turn. */
const AT_ONCE = 20
/** A file larger than this is not mailed, because many mailboxes refuse it. The recipient gets a link instead. */
const MAIL_BYTES_MAX = 5 * 1024 * 1024
const HOUR_MS = 60 * 60_000
/** A report that could not be made for GIVEN_UP_MS is given up. A report that was due longer ago than MISSED_MS is no longer sent. */
const GIVEN_UP_MS = 6 * HOUR_MS
const MISSED_MS = 7 * 24 * HOUR_MS

class TooLarge extends Error {}

export const reportJobs = (needs: Needs): JobList => ({
  send_reports: { cron: '1,11,21,31,41,51 * * * *', work: () => eachTenant(needs, (tenant_id) => sendReports(needs, tenant_id)) },
  send_report: {
    work: async ({ tenant_id, schedule_id, at }) => {
      const [schedule] = await needs.db.read(Number(tenant_id), (q) => scheduleById(q, Number(tenant_id), String(schedule_id)))
      if (schedule) await sendOne(needs, Number(tenant_id), schedule, new Date(String(at)))
    },
  },
})

export async function sendReports(needs: Needs, tenant_id: number): Promise<void> {
  const { db, clock } = needs
  const now = clock()
  for (const schedule of await db.read(tenant_id, (q) => dueSchedules(q, tenant_id, now, AT_ONCE))) {
    const due_at = new Date(schedule.next_at)
    const isDone = await sendOne(needs, tenant_id, schedule, due_at)
    const from = new Date(Math.max(due_at.getTime(), now.getTime() - MISSED_MS))
    if (isDone) await db.write(tenant_id, (q) => advance(q, tenant_id, schedule.id, due_at, nextDue(schedule, from)))
  }
  await db.write(tenant_id, (q) => forgetDeliveries(q, tenant_id, now))
}

/** Sends a report to its recipients, except those who already have it. Returns whether nothing is left to do for this due time. */
export async function sendOne(needs: Needs, tenant_id: number, schedule: Schedule, due_at: Date): Promise<boolean> {
  const { db, clock, log } = needs
  const { id, user_id } = schedule
  const isRestored = await db.read(tenant_id, (q) => isRestoredSince(q, tenant_id, due_at))
  if (isRestored) {
    await db.write(tenant_id, (q) => addDelivery(q, tenant_id, id, due_at, user_id, 'restored', clock()))
    return true
  }
  // If the owner has lost the right to read the list, the report is sent to nobody, and the schedule is stopped.
  if (!(await mayRead(needs, tenant_id, schedule, await find(needs, tenant_id, schedule, user_id)))) {
    await db.write(tenant_id, async (q) => {
      await addDelivery(q, tenant_id, id, due_at, user_id, 'no_right', clock())
      await setState(q, tenant_id, id, 'stopped')
    })
    return true
  }
  const done = await db.read(tenant_id, (q) => deliveredTo(q, tenant_id, id, due_at))
  for (const recipient of schedule.recipients) {
    if (done.has(recipient)) continue
    try {
      await deliver(needs, tenant_id, schedule, due_at, recipient)
    } catch (error) {
      log.error({ schedule_id: id, code: error instanceof Refusal ? error.code : 'unknown' }, 'a report could not be made')
      if (!(error instanceof Refusal) && clock().getTime() - due_at.getTime() < GIVEN_UP_MS) return false
      await db.write(tenant_id, (q) => addDelivery(q, tenant_id, id, due_at, recipient, 'failed', clock()))
    }
  }
  return true
}

const find = async ({ db }: Needs, tenant_id: number, { organisation_id }: Schedule, user_id: string): Promise<Person | undefined> =>
  (await db.read(tenant_id, (q) => personOf(q, tenant_id, user_id, organisation_id)))[0]

const actorOf = (person: Person, tenant_id: number, { asked }: Schedule): SignedIn =>
  signedIn({ ...person, chosen_tenant_id: asked.acts_in, created_at: '', ends_at: null } as Person, tenant_id, false)

async function mayRead({ lists }: Needs, tenant_id: number, schedule: Schedule, person: Person | undefined): Promise<boolean> {
  if (!person) return false
  try {
    lists.admit(schedule.list, actorOf(person, tenant_id, schedule))
    return true
  } catch {
    return false
  }
}

async function deliver(needs: Needs, tenant_id: number, schedule: Schedule, due_at: Date, user_id: string): Promise<void> {
  const { db, clock } = needs
  const person = await find(needs, tenant_id, schedule, user_id)
  const note = (q: Query, outcome: Outcome) => addDelivery(q, tenant_id, schedule.id, due_at, user_id, outcome, clock())
  if (!person || !(await mayRead(needs, tenant_id, schedule, person))) return void (await db.write(tenant_id, (q) => note(q, 'no_right')))
  if (person.email === '' || person.email !== person.email_proven) return void (await db.write(tenant_id, (q) => note(q, 'no_address')))
  const actor = actorOf(person, tenant_id, schedule)
  const { list, title, format } = schedule
  const input = moved(schedule.asked.input, periodOf(schedule, due_at))
  const asked = { list, input, columns: schedule.asked.columns, format, title }
  const name = fileName(title, format, due_at)
  const around = { channel: 'email' as const, recipient: person.email, language: actor.language as 'en', organisation_id: person.organisation_id }
  const bytes = await fileOf(needs, actor, asked)
  await db.write(tenant_id, async (q) => {
    if ((await note(q, bytes ? 'sent' : 'link')).length === 0) return
    await setSent(q, tenant_id, schedule.id, clock())
    if (bytes) {
      const data = { title, day: berlinDay(due_at).split('-').reverse().join('.') }
      await putMessage(q, needs, { ...around, kind: 'report', data, attachment: { name, bytes } })
      return
    }
    const later = await beginLater(q, asked, { ...needs, actor, now: clock })
    await putMessage(q, needs, { ...around, kind: 'report_link', data: { title, path: `/download/${later}` } })
  })
}

type FileInput = Parameters<typeof prepared>[0]

/** The whole file of the report; undefined if it is too large for a mail. */
async function fileOf(needs: Needs, actor: SignedIn, asked: FileInput): Promise<Buffer | undefined> {
  const ground = { ...needs, actor, now: needs.clock }
  const pieces: Buffer[] = []
  let bytes = 0
  const write = async (piece: Buffer) => {
    bytes += piece.length
    if (bytes > (needs.mail_bytes ?? MAIL_BYTES_MAX)) throw new TooLarge()
    pieces.push(Buffer.from(piece))
  }
  const into = async (work: (out: typeof write) => Promise<void>) => {
    pieces.length = 0
    bytes = 0
    await work(write)
  }
  try {
    await listFile(prepared(asked, ground), ground)({ into, progress: async () => undefined })
  } catch (error) {
    if (error instanceof TooLarge) return undefined
    throw error
  }
  return Buffer.concat(pieces)
}
