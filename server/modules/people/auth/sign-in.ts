// Signing in, step by step: the password, a one-time code if the account has one, and approval if the account requires it and does not know the browser.

import type { Instant } from '../../../../contract/kit/field.ts'
import type { Language } from '../../../../contract/kit/languages.ts'
import type { SignIn } from '../../../../contract/people/auth.ts'
import type { Context } from '../../../http/mount.ts'
import { digestOf, newSecret } from '../../../http/sessions.ts'
import {
  CHALLENGES_RESERVED,
  CODE_AGAIN_MS,
  CODE_MS,
  codeDigest,
  codeLimits,
  maskDestination,
  newApprovalCode,
  newApprovalNumber,
  newCode,
} from '../../../kit/codes.ts'
import { Refusal } from '../../../kit/errors.ts'
import { newId } from '../../../kit/ids.ts'
import { type Limit, networkOf, subjectOf } from '../../../postgres/attempts.ts'
import type { Query } from '../../../postgres/db.ts'
import { putMessage } from '../../messages/messages/messages.ts'
import { putNotice } from '../../messages/notices/notices.ts'
import { type AccountRow, accountById, forgiveCode, noteSignIn, rememberBrowser, tenants } from './auth.sql.ts'
import { addLogin, challengesOf, type LoginRow, lockUser } from './logins.sql.ts'

export type Door = Pick<Context, 'db' | 'keys' | 'clock' | 'tenant_id' | 'host' | 'now' | 'request' | 'cookies' | 'sessions' | 'audit' | 'post' | 'jobs'>

const HOUR_MS = 60 * 60_000
/** How long a sign-in waits for a manager's decision. */
const APPROVAL_MS = 15 * 60_000
const REQUESTS_AN_HOUR = 6

/**
 * How many passwords are checked in 15 minutes. `accountHere`: for one account from one network; few, so that a guesser in one network does not lock the
 * owner out in other networks. `network`: for all accounts from one network; enough for a chain of shops. `account`: for one account from all networks.
 */
const LIMITS = { accountHere: 10, network: 200, account: 60 }
/** Tries in a browser that the account knows are counted separately, so that its user can sign in whatever others try. */
const KNOWN_BROWSER_LIMIT = 20

/** The limits towards which a try of a password counts. */
export function limitsOf(username: string, address: string, browser_id: string | null | undefined): Limit[] {
  if (browser_id) return [{ subject: subjectOf('device', browser_id), most: KNOWN_BROWSER_LIMIT }]
  const network = networkOf(address)
  return [
    { subject: subjectOf('account', username, network), most: LIMITS.accountHere },
    { subject: subjectOf('address', network), most: LIMITS.network },
    { subject: subjectOf('everywhere', username), most: LIMITS.account },
  ]
}

/** The form of the secrets that the server makes. They have 256 bits; a browser cannot choose a weaker secret. */
const DEVICE_SECRET = /^[\w-]{43}$/

/** The secret in this browser's cookie. If the cookie has no valid secret, a new one is set immediately, so that the next steps are bound to this browser. */
export function deviceSecret(cookies: Door['cookies']): string {
  const given = cookies.get('device') ?? ''
  const secret = DEVICE_SECRET.test(given) ? given : newSecret()
  cookies.set('device', secret)
  return secret
}

const nothing: SignIn = {
  token: '',
  session_id: '',
  customer_id: '',
  next_step: 'none',
  reference_id: '',
  reference: '',
  expires_at: null,
  code_channel: 'none',
  code_destination: '',
  code_again_at: null,
  approval_code: '',
  approval_number: '',
}

export const byOf = ({ user_id, username, full_name, organisation_id, organisation_name }: AccountRow) => ({
  user_id,
  username,
  full_name,
  organisation_id,
  organisation_name,
})
const subjectOfAccount = ({ user_id, username, organisation_id }: AccountRow) => ({ kind: 'user', id: user_id, name: username, organisation_id })

/**
 * Opens the session after the last step, sets its cookie, and stores the browser as known; notifies the user of a new browser, unless the account
 * knows no other. Forgets the wrong tries of the user's cashier's code.
 */
export async function openSession(q: Query, account: AccountRow, secret: string, fingerprint: string, door: Door): Promise<SignIn> {
  const { tenant_id, sessions, request, now, cookies, audit, db } = door
  const { user_id, organisation_id } = account
  const seen = { tenant_id, id: newId(), user_id, secret_hash: digestOf(secret), fingerprint, name: request.device, address: request.address, now: now() }
  const browser = await rememberBrowser(q, seen)
  if (browser?.is_new && browser.others > 0) await tellNewDevice(q, account, door)
  await noteSignIn(q, tenant_id, user_id, now())
  await forgiveCode(q, tenant_id, user_id)
  // A user of the platform begins by viewing the first reseller's tenant, because tenant 0 has nothing to view.
  const [first] = account.kind === 'platform' ? await db.reference(tenants) : []
  const asked = { tenant_id, user_id, chosen_tenant_id: first?.tenant_id ?? null, browser_id: browser?.id ?? null, fingerprint }
  const session = await sessions.open(q, { ...asked, device: request.device, address: request.address })
  cookies.set('session', session.cookie)
  await audit({ subject: subjectOfAccount(account), by: byOf(account) }, q)
  return { ...nothing, token: session.token, session_id: session.session_id, customer_id: organisation_id }
}

/**
 * Signs in a user who has just entered a code of this channel and set the password. Returns null if the account is not active or requires something more:
 * the code of an app or of the other channel, or the approval of a browser that it does not know.
 */
export async function signInProven(q: Query, user_id: string, channel: 'email' | 'sms', door: Door): Promise<SignIn | null> {
  const secret = deviceSecret(door.cookies)
  const [account] = await accountById(q, door.tenant_id, user_id, digestOf(secret))
  const isProven = account?.is_active && (account.otp_type === 'none' || account.otp_type === channel) && (!account.login_approval || account.browser_id)
  return account && isProven ? openSession(q, account, secret, '', door) : null
}

async function tellNewDevice(q: Query, account: AccountRow, door: Door) {
  const { request, now } = door
  const data = { device: request.device, address: request.address }
  await putNotice(q, now(), { organisation_id: account.organisation_id, user_id: account.user_id, kind: 'new_device', data })
  if (account.email) await putMessage(q, door, { ...messageTo(account), kind: 'new_device', channel: 'email', recipient: account.email, data })
}

const messageTo = ({ language, organisation_id }: AccountRow) => ({ language: language as Language, organisation_id })

/**
 * Begins the steps that follow the password. The account is locked, so the count of sign-ins is exact, and a guesser never gets more tries than the limit.
 */
export async function beginSteps(q: Query, account: AccountRow, needs_approval: boolean, secret: string, fingerprint: string, door: Door): Promise<SignIn> {
  const { tenant_id, now, request, audit } = door
  await lockUser(q, tenant_id, account.user_id)
  await refuseTooManyChallenges(q, account, needs_approval, door)
  const [id, reference] = [newId(), newSecret()]
  const needsCode = account.otp_type !== 'none'
  const login = {
    tenant_id,
    id,
    secret_hash: digestOf(reference),
    user_id: account.user_id,
    needs_approval,
    fingerprint,
    ...({ state: needsCode ? 'code' : 'waiting', code_channel: account.otp_type, code_hash: null, codes_sent: 0, code_sent_at: null } as const),
    approval_code: needs_approval ? newApprovalCode() : '',
    approval_number: needs_approval ? newApprovalNumber() : '',
    device: request.device,
    device_hash: digestOf(secret),
    address: request.address,
    created_at: now().toISOString(),
    expires_at: until(now(), needsCode),
  } satisfies Parameters<typeof addLogin>[1]
  const sent = needsCode ? await sendCode(q, account, id, door) : { code_hash: null }
  await addLogin(q, { ...login, ...sent })
  if (login.state === 'waiting') await tellManagers(q, account, login.approval_code, door)
  await audit({ subject: subjectOfAccount(account), by: byOf(account), after: { next_step: needsCode ? 'one_time_code' : 'approval' } }, q)
  return stepOf({ ...login, ...sent, reason: '', username: account.username, code_tries: 0 }, reference, account)
}

export const until = (now: Date, isCode: boolean): Instant => new Date(now.getTime() + (isCode ? CODE_MS : APPROVAL_MS)).toISOString()

async function refuseTooManyChallenges(q: Query, { user_id, otp_type, browser_id }: AccountRow, needs_approval: boolean, { tenant_id, now }: Door) {
  const since = new Date(now().getTime() - HOUR_MS)
  const [{ codes, requests } = { codes: 0, requests: 0 }] = await challengesOf(q, tenant_id, user_id, since)
  const most = otp_type === 'none' ? Number.POSITIVE_INFINITY : codeLimits[otp_type].challenges - (browser_id ? 0 : CHALLENGES_RESERVED)
  if (codes >= most || (needs_approval && requests >= REQUESTS_AN_HOUR)) throw new Refusal('too_many_requests', { detail: { wait_s: HOUR_MS / 1000 } })
}

/** Sends a code by mail or text message; for an app no code is sent. Returns the columns to store with the sign-in. */
export async function sendCode(q: Query, account: AccountRow, login_id: string, door: Door) {
  const { keys, now } = door
  if (account.otp_type !== 'email' && account.otp_type !== 'sms') return { code_hash: null }
  const code = newCode()
  const recipient = account.otp_type === 'email' ? account.email : account.mobile
  await putMessage(q, door, { ...messageTo(account), kind: 'login_code', channel: account.otp_type, recipient, data: { code } })
  return { code_hash: codeDigest(keys, login_id, code), codes_sent: 1, code_sent_at: now().toISOString() }
}

/** Notifies the managers of the account's organisation; for a shop also those of the organisation above, because a shop may have only one manager. */
export async function tellManagers(q: Query, account: AccountRow, approval_code: string, { tenant_id, now, request }: Door) {
  const data = { name: account.full_name || account.username, code: approval_code, device: request.device, organisation: account.organisation_name }
  const rows = await q.query<{ organisation_id: string }>(
    `select unnest(array_remove(array[o.id, case when o.kind = 'seller' then o.parent_id end], null)) as organisation_id
       from organisations o where o.tenant_id = :tenant_id and o.id = :organisation_id`,
    { tenant_id, organisation_id: account.organisation_id },
  )
  for (const { organisation_id } of rows) await putNotice(q, now(), { organisation_id, kind: 'login_request', data })
}

/** A sign-in's state, as it is sent to the browser that began it. */
export function stepOf(login: LoginRow, reference: string, account: Pick<AccountRow, 'email' | 'mobile'>): SignIn {
  const { id, state, code_channel, code_sent_at, expires_at, approval_code, approval_number } = login
  const isCode = state === 'code'
  const destination = code_channel === 'email' ? account.email : code_channel === 'sms' ? account.mobile : ''
  return {
    ...nothing,
    ...{ next_step: isCode ? 'one_time_code' : 'approval', reference_id: id, reference, expires_at },
    ...(isCode && {
      code_channel,
      code_destination: destination && maskDestination(destination),
      code_again_at: code_sent_at && new Date(Date.parse(code_sent_at) + CODE_AGAIN_MS).toISOString(),
    }),
    ...(!isCode && { approval_code, approval_number }),
  }
}
