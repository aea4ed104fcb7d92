// The three steps of a registration, taken by the person who has the link. A request for a step that is not due changes nothing, except that
// another code can be sent while the password is due. The answer names the step that is due, and the browser shows that step.
import type { Language } from '../../../../contract/kit/languages.ts'
import type { RegistrationState, registrationCode, registrationPassword, registrationUserName } from '../../../../contract/people/registrations.ts'
import type { Context, Handler } from '../../../http/mount.ts'
import { digestOf, newSecret } from '../../../http/sessions.ts'
import { CODE_AGAIN_MS, CODE_MS, codeDigest, codeLimits, isCode, maskDestination, newCode } from '../../../kit/codes.ts'
import { codeOf, Refusal } from '../../../kit/errors.ts'
import { hashPassword, refuseWeak } from '../../../kit/passwords.ts'
import { countAttempt, type Limit, networkOf, subjectOf } from '../../../postgres/attempts.ts'
import { writeAudit } from '../../../postgres/audit.ts'
import type { Query } from '../../../postgres/db.ts'
import { refreshSearch } from '../../../postgres/organisation-search.ts'
import { putMessage } from '../../messages/messages/messages.ts'
import { putNotice } from '../../messages/notices/notices.ts'
import { revoke, signInProven } from '../auth/auth.ts'
import { suggestions } from './names.ts'
import { complete, countTry, nameUser, openerOf, openOne, type RegistrationRow, setCode, setProof } from './registrations.sql.ts'
import { channelOf } from './registrations.ts'

type Around = Pick<Context, 'db' | 'keys' | 'clock' | 'post' | 'jobs' | 'tenant_id' | 'now' | 'request' | 'audit'>
type Link = { id: string; secret_hash: Buffer }

const LINK = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.([\w-]{43})$/
const UNIQUE = '23505'
/** Requests allowed in a quarter of an hour: `network` from one network, which is enough for a whole shop; `registration` for one registration. */
const LIMITS = { network: 300, registration: 120 }
/** How many more codes may be sent after the first before an hour without a code must pass. Each code allows five tries: fewer guesses than at sign-in. */
const RESENDS = 3
const RESENDS_MS = 60 * 60_000

export const userName: Handler<typeof registrationUserName> = async ({ registration, username, check }, context) => {
  const { db, tenant_id } = context
  const link = await linkOf(registration, context)
  // This call only reads, so it writes no audit row. Each step that changes something writes its own.
  await context.audit(null)
  const row = await db.read(tenant_id, (q) => find(q, link, context))
  if (username === undefined || row.step !== 'username') return stateOf(row)
  const near = await db.read(tenant_id, (q) => suggestions(q, tenant_id, row, username))
  if (check) return { ...stateOf(row), username, suggestions: near }
  if (near.length > 0) throw taken(near)
  return db
    .write(tenant_id, async (q) => {
      const locked = await find(q, link, context, 'for no key update of r')
      if (locked.step !== 'username') return stateOf(locked)
      await nameUser(q, tenant_id, locked.user_id, username)
      await refreshSearch(q, tenant_id, locked.organisation_id)
      await context.audit({ ...changeOf(locked), before: { username: locked.username }, after: { username } }, q)
      return stateOf(await sendCode(q, { ...locked, username }, context))
    })
    .catch(async (error: unknown) => {
      // Another user took the name between the check and the write.
      if (codeOf(error) !== UNIQUE) throw error
      throw taken(await db.read(tenant_id, (q) => suggestions(q, tenant_id, row, username)))
    })
}

export const code: Handler<typeof registrationCode> = async ({ registration, otp }, context) => {
  const { db, tenant_id, keys, now } = context
  const link = await linkOf(registration, context)
  await context.audit(null)
  if (otp === undefined) return again(link, context)
  const row = await db.read(tenant_id, (q) => find(q, link, context))
  if (row.step !== 'code') return stateOf(row)
  const most = codeLimits.email.tries
  const [counted] = await db.write(tenant_id, (q) => countTry(q, tenant_id, link.id, link.secret_hash, most))
  return db.write(tenant_id, async (q) => {
    const locked = await find(q, link, context, 'for no key update of r')
    if (locked.step !== 'code') return stateOf(locked)
    const isInTime = locked.code_sent_at !== null && now().getTime() < Date.parse(locked.code_sent_at) + CODE_MS
    const isRight = counted !== undefined && isInTime && isCode(keys, boundTo(locked), otp, locked.code_hash)
    if (!isRight) throw new Refusal('otp_wrong', { detail: { left: counted ? most - counted.code_tries : 0 } })
    const proof = newSecret()
    await setProof(q, tenant_id, locked.id, digestOf(proof))
    await context.audit({ ...changeOf(locked), after: { step: 'password' } }, q)
    return { ...stateOf({ ...locked, step: 'password' }, true), proof }
  })
}

export const password: Handler<typeof registrationPassword> = async ({ registration, proof, new_password, sign_in }, context) => {
  const { db, tenant_id, sessions } = context
  const link = await linkOf(registration, context)
  await context.audit(null)
  const row = await db.read(tenant_id, (q) => find(q, link, context))
  const proof_hash = digestOf(proof)
  const isProven = (one: RegistrationRow) => one.step === 'password' && one.proof_hash !== null && one.proof_hash.equals(proof_hash)
  if (!isProven(row)) return { ...stateOf(row), session: null }
  refuseWeak(new_password, [row.username, row.full_name, row.organisation_name])
  const password_hash = await hashPassword(new_password)
  const state = await db.write(tenant_id, async (q) => {
    const locked = await find(q, link, context, 'for no key update of r')
    if (!isProven(locked)) return { ...stateOf(locked), session: null }
    await complete(q, tenant_id, locked, password_hash, context.now())
    await revoke(q, context, tenant_id, locked.user_id)
    await tellOpener(q, locked, context)
    await context.audit({ ...changeOf(locked), before: { password: '' }, after: { password: 'chosen' } }, q)
    const session = sign_in ? await signInProven(q, locked.user_id, channelOf(locked).channel, { ...context, audit: signInPen(context) }) : null
    return { ...stateOf({ ...locked, step: 'done' }, true), session }
  })
  sessions.forgetUser(row.user_id)
  return state
}

/** Writes the sign-in that ends a registration as an audit row of its own, with the action name of other sign-ins, so that a list of sign-ins includes it. */
function signInPen({ keys, now, request }: Around): Context['audit'] {
  const { address, device } = request
  return async (change, q) => {
    if (change && q) await writeAudit(q, { keys, now: now() }, { action: 'login', actor: null, address, device }, change)
  }
}

/** Sends another code, also to a browser that has lost the proof that an earlier code was entered; sends no code before the user name is chosen. */
async function again(link: Link, context: Around): Promise<RegistrationState> {
  return context.db.write(context.tenant_id, async (q) => {
    const row = await find(q, link, context, 'for no key update of r')
    if (row.step === 'username') return stateOf(row)
    const wait_s = Math.ceil(((againAt(row)?.getTime() ?? 0) - context.now().getTime()) / 1000)
    if (wait_s > 0) throw new Refusal('too_many_requests', { detail: { wait_s } })
    await context.audit({ ...changeOf(row), after: { step: 'code' } }, q)
    return stateOf(await sendCode(q, row, context))
  })
}

async function sendCode(q: Query, row: RegistrationRow, context: Around): Promise<RegistrationRow> {
  const { tenant_id, keys, now } = context
  const data = { code: newCode() }
  const isNewHour = !row.code_sent_at || now().getTime() - Date.parse(row.code_sent_at) >= RESENDS_MS
  const at = now()
  const sent = { codes_sent: isNewHour ? 1 : row.codes_sent + 1, code_sent_at: at.toISOString() }
  await setCode(q, tenant_id, row.id, codeDigest(keys, boundTo(row), data.code), sent.codes_sent, at)
  const { organisation_id, language } = row
  await putMessage(q, context, { kind: 'registration_code', ...channelOf(row), language: language as Language, organisation_id, data })
  return { ...row, ...sent, step: 'code' }
}

const boundTo = ({ id }: RegistrationRow) => `registration ${id}`

/** The registration of a link. A link that is wrong, expired, used, cancelled or another reseller's always gets the same error. */
async function find(q: Query, { id, secret_hash }: Link, { tenant_id, now }: Around, lock: Parameters<typeof openOne>[5] = ''): Promise<RegistrationRow> {
  const [row] = await openOne(q, tenant_id, id, secret_hash, now(), lock)
  if (!row) throw new Refusal('registration_over')
  return row
}

async function linkOf(registration: string, { db, tenant_id, now, request }: Around): Promise<Link> {
  const [, id, secret] = LINK.exec(registration) ?? []
  const limits: Limit[] = [
    { subject: subjectOf('registering', networkOf(request.address)), most: LIMITS.network },
    { subject: subjectOf('registration', registration), most: LIMITS.registration },
  ]
  await countAttempt(db, tenant_id, now(), limits)
  if (!id || !secret) throw new Refusal('registration_over')
  return { id, secret_hash: digestOf(secret) }
}

const taken = (near: readonly string[]) => new Refusal('username_taken', { detail: { suggestions: near } })

/** When another code may be sent: half a minute after the last one. If all codes of an hour are used up, an hour after the last one. */
function againAt({ code_sent_at, codes_sent }: RegistrationRow): Date | null {
  return code_sent_at === null ? null : new Date(Date.parse(code_sent_at) + (codes_sent > RESENDS ? RESENDS_MS : CODE_AGAIN_MS))
}

/** The state as it is sent to the person who has the link. Without the proof that the code was entered, the password step is shown as the code step. */
export function stateOf(row: RegistrationRow, isProven = false): RegistrationState {
  const { channel, recipient } = channelOf(row)
  const step = row.step === 'password' && !isProven ? 'code' : row.step
  return {
    step,
    organisation_name: row.organisation_name,
    portal_name: row.portal_name,
    language: row.language,
    full_name: row.full_name,
    username: row.username,
    suggestions: [],
    proof: '',
    ...{ code_channel: channel, code_destination: maskDestination(recipient), code_again_at: step === 'code' ? (againAt(row)?.toISOString() ?? null) : null },
  }
}

const changeOf = ({ id, user_id, username, full_name, organisation_id, organisation_name }: RegistrationRow) => ({
  subject: { kind: 'registration', id, name: full_name || username, organisation_id },
  by: { user_id, username, full_name, organisation_id, organisation_name },
})

async function tellOpener(q: Query, { id, full_name, username, organisation_name }: RegistrationRow, { tenant_id, now }: Around) {
  const [opener] = await openerOf(q, tenant_id, id)
  if (opener)
    await putNotice(q, now(), {
      organisation_id: opener.organisation_id,
      kind: 'registration_done',
      data: { name: full_name || username, organisation: organisation_name },
    })
}
