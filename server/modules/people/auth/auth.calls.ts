// Calls about signing in: the reseller of a host name, signing in and out, the signed-in user, and sign-ins that wait for approval.

import { type Flag, flags, internalRole } from '../../../../contract/kit/access.ts'
import { LANGUAGE_DEFAULT, languages } from '../../../../contract/kit/languages.ts'
import type { SignIn } from '../../../../contract/people/auth.ts'
import { hostName } from '../../../http/hosts.ts'
import type { Handlers } from '../../../http/mount.ts'
import { digestOf } from '../../../http/sessions.ts'
import { accountRoleOf, type SignedIn } from '../../../kit/actor.ts'
import { appStep, CODE_AGAIN_MS, CODES_SENT_MAX, codeLimits, isCode, recoveryDigest } from '../../../kit/codes.ts'
import { Refusal } from '../../../kit/errors.ts'
import { passwordMatches } from '../../../kit/passwords.ts'
import { countAttempt, forgetAttempts } from '../../../postgres/attempts.ts'
import type { Query } from '../../../postgres/db.ts'
import { listed } from '../../../postgres/row-pages.ts'
import { searchFor } from '../../../postgres/search.ts'
import {
  type AccountRow,
  accountById,
  accountByName,
  houseOf,
  organisationOf,
  useAppStep,
  useLoginToken,
  useRecoveryCode,
  userOf,
  whoStopped,
} from './auth.sql.ts'
import { countCode, countTry, type LoginRow, loginBegunHere, loginRequestCount, loginRequests, loginUnderWay, moveLogin, setCode } from './logins.sql.ts'
import { decide } from './requests.ts'
import { beginSteps, type Door, deviceSecret, limitsOf, openSession, sendCode, stepOf, tellManagers, until } from './sign-in.ts'

type Auth = Pick<
  Handlers,
  'organisationCheck' | 'login' | 'loginVerify' | 'codeAgain' | 'approvalCheck' | 'authCheck' | 'logout' | 'loginRequestsList' | 'loginRequestDecide'
>
type Reference = { reference_id: string; reference: string }
/** Identifies the sign-in that a step belongs to: by its reference, or as the last one that this browser began under the user name. */
type Begun = Reference | { username: string }

/** After this many wrong tries for one account from one network a captcha is required, if a captcha service is set up. */
const CAPTCHA_AFTER = 3

const binary = (is: boolean) => (is ? 1 : 0)
const flagFields = (actor: SignedIn) => Object.fromEntries(flags.map((flag) => [flag, binary(actor.flags.includes(flag))])) as Record<Flag, 0 | 1>

/** The sign-in that this browser began, with its account; throws if there is none, if it has expired, or if the account is no longer active. */
async function underWay(q: Query, begun: Begun, { tenant_id, now, cookies }: Door): Promise<{ login: LoginRow; account: AccountRow }> {
  const device = digestOf(cookies.get('device') ?? '')
  const [login] =
    'username' in begun
      ? await loginBegunHere(q, tenant_id, begun.username, device, now())
      : await loginUnderWay(q, tenant_id, begun.reference_id, digestOf(begun.reference), now())
  const [account] = login?.device_hash?.equals(device) ? await accountById(q, tenant_id, login.user_id, device) : []
  if (!login || !account?.is_active) throw new Refusal('login_expired')
  return { login, account }
}

/**
 * Throws an error that says that the shop is suspended, and whom to call. Only an active user of the shop who gave the right password gets this error;
 * everybody else is told that the password is wrong.
 */
async function refuseStopped({ organisation_id, is_person_active }: AccountRow, { db, tenant_id }: Pick<Door, 'db' | 'tenant_id'>): Promise<never> {
  if (!is_person_active) throw new Refusal('login_wrong')
  const [{ name = '', phone = '' } = {}] = await db.read(tenant_id, (q) => whoStopped(q, tenant_id, organisation_id))
  // The answer does not contain account_status 0, because the browser would then leave the page that shows this message.
  throw new Refusal('account_stopped', { detail: { name, phone } })
}

/** Whether a code is right; the caller has counted the try already. A recovery code is accepted in place of a code by app or message. */
async function isRightCode(q: Query, login: LoginRow, account: AccountRow, otp: string, { tenant_id, keys, now }: Door): Promise<boolean> {
  if (login.code_channel === 'app' && account.otp_secret) {
    const secret = keys.unseal(`app ${account.user_id}`, account.otp_secret)
    const step = appStep(secret, otp, now(), account.otp_last_step)
    if (step !== undefined) return (await useAppStep(q, tenant_id, account.user_id, step)).length > 0
  } else if (isCode(keys, login.id, otp, login.code_hash)) return true
  return (await useRecoveryCode(q, tenant_id, account.user_id, recoveryDigest(keys, account.user_id, otp))).length > 0
}

export const auth: Auth = {
  organisationCheck: async ({ organisation_name }, { db, hosts, host, captcha }) => {
    const name = organisation_name === undefined ? host.name : hostName(organisation_name)
    const asked = name && (await hosts.find(name))
    const [row] = asked ? await db.read(asked.tenant_id, (q) => organisationOf(q, asked)) : []
    if (!row) throw new Refusal('organisation_unknown')
    const { support_name, support_phone, support_email } = row
    const hasSupport = Boolean(support_name || support_phone || support_email)
    return {
      organisation_name: row.name,
      template: row.template,
      languages: [...languages],
      default_language: row.default_language || LANGUAGE_DEFAULT,
      support: hasSupport ? { name: support_name, phone: support_phone, email: support_email } : null,
      captcha: captcha && { site_key: captcha.site_key, script: captcha.script },
    }
  },

  login: async ({ username, password, hash: fingerprint = '', recaptcha_token = '', token }, context) => {
    const { db, tenant_id, now, request, host, cookies, captcha } = context
    const secret = deviceSecret(cookies)
    const [account] = await db.read(tenant_id, (q) => accountByName(q, tenant_id, username, digestOf(secret)))
    const limits = limitsOf(username, request.address, account?.browser_id)
    const [first] = limits
    const counts = await countAttempt(db, tenant_id, now(), limits)
    const isMany = !account?.browser_id && (counts.get(first?.subject ?? '') ?? 0) > CAPTCHA_AFTER
    if (captcha && isMany && !(await captcha.isPerson(recaptcha_token, request.address, host.name))) throw new Refusal('captcha_needed')
    const matches = await passwordMatches(account?.password_hash, password, Boolean(account?.browser_id))
    if (!account || !matches) throw new Refusal('login_wrong')
    if (!account.is_active) return refuseStopped(account, context)
    await forgetAttempts(db, tenant_id, first ? [first.subject] : [])
    return db.write(tenant_id, async (q) => {
      const isLetIn = token !== undefined && (await useLoginToken(q, tenant_id, account.user_id, digestOf(token), now())).length > 0
      if (token !== undefined && !isLetIn) throw new Refusal('login_wrong')
      const needsApproval = account.login_approval && !account.browser_id && !isLetIn
      if (account.otp_type === 'none' && !needsApproval) return openSession(q, account, secret, fingerprint, context)
      return beginSteps(q, account, needsApproval, secret, fingerprint, context)
    })
  },

  loginVerify: async ({ username, otp, reference_id, reference }, context) => {
    const { db, tenant_id, now, cookies } = context
    const begun = reference_id && reference ? { reference_id, reference } : { username }
    const { login, account } = await db.read(tenant_id, (q) => underWay(q, begun, context))
    if (login.state !== 'code' || login.username !== username || login.code_channel === 'none') throw new Refusal('login_expired')
    const most = codeLimits[login.code_channel].tries
    const [counted] = await db.write(tenant_id, (q) => countTry(q, tenant_id, login.id, most))
    if (!counted) throw new Refusal('login_expired')
    return db.write(tenant_id, async (q): Promise<SignIn> => {
      if (!(await isRightCode(q, login, account, otp, context))) throw new Refusal('code_wrong', { detail: { left: most - counted.code_tries } })
      const next = login.needs_approval ? 'waiting' : 'done'
      if ((await moveLogin(q, tenant_id, login.id, 'code', next)).length === 0) throw new Refusal('login_expired')
      if (next === 'done') return openSession(q, account, cookies.get('device') ?? '', login.fingerprint, context)
      const expires_at = until(now(), false)
      await q.query('update logins set expires_at = :expires_at where tenant_id = :tenant_id and id = :id', { tenant_id, id: login.id, expires_at })
      await tellManagers(q, account, login.approval_code, context)
      await context.audit({ subject: { kind: 'user', id: account.user_id, name: account.username, organisation_id: account.organisation_id }, by: account }, q)
      // A request that named the reference gets the reference back. A request that named the user name does not, because the browser got the reference in the
      // first step.
      return stepOf({ ...login, state: 'waiting', expires_at }, reference ?? '', account)
    })
  },

  codeAgain: async (reference, context) => {
    const { db, tenant_id, now } = context
    return db.write(tenant_id, async (q) => {
      const { login, account } = await underWay(q, reference, context)
      const sentBefore = new Date(now().getTime() - CODE_AGAIN_MS)
      const [counted] = await countCode(q, tenant_id, login.id, now(), sentBefore, CODES_SENT_MAX)
      if (!counted) throw new Refusal('too_many_requests', { detail: { wait_s: CODE_AGAIN_MS / 1000 } })
      const { code_hash } = await sendCode(q, account, login.id, context)
      const expires_at = until(now(), true)
      if (code_hash) await setCode(q, tenant_id, login.id, code_hash, expires_at)
      await context.audit({ subject: { kind: 'user', id: account.user_id, name: account.username, organisation_id: account.organisation_id }, by: account }, q)
      return stepOf({ ...login, code_sent_at: now().toISOString(), expires_at }, reference.reference, account)
    })
  },

  approvalCheck: async (reference, context) => {
    const { db, tenant_id, cookies } = context
    return db.write(tenant_id, async (q) => {
      const { login, account } = await underWay(q, reference, context)
      if (login.state === 'waiting') return stepOf(login, reference.reference, account)
      if (login.state === 'refused') throw new Refusal('approval_refused', { detail: { reason: login.reason } })
      const isFirst = login.state === 'approved' && (await moveLogin(q, tenant_id, login.id, 'approved', 'done')).length > 0
      if (!isFirst) throw new Refusal('login_expired')
      return openSession(q, account, cookies.get('device') ?? '', login.fingerprint, context)
    })
  },

  authCheck: async (_, { actor, db }) => {
    const [row] = await db.read(actor.home_tenant_id, (q) => userOf(q, actor))
    if (!row) throw new Refusal('signed_out')
    const [house] = actor.kind === 'platform' ? await db.read(actor.tenant_id, (q) => houseOf(q, actor.tenant_id)) : []
    const { internal_role, address, house_no, postal, city, country, email, mobile, otp_type, preferences } = row
    const { organisation_name, template, user_id, organisation_id, username, full_name, language, grantor, view, session_ends_at } = actor
    return {
      account_role: accountRoleOf(actor),
      internal_role: view ? internalRole.manager : internal_role,
      organisation_name,
      address: { address, house_no, postal, city },
      template,
      flag: country,
      enable_web_view: binary(actor.enable_web_view),
      show_print_popup: binary(row.show_print_popup),
      merge_receipts: binary(row.merge_receipts),
      download_csv: binary(row.download_csv),
      pin_download: binary(actor.pin_download),
      mask_seller_discount: binary(actor.mask_seller_discount),
      must_change_password: binary(actor.must_change_password),
      view: view && { organisation_name: view.organisation_name, until: view.until },
      is_training: binary(actor.is_training),
      is_paired: binary(actor.paired_device_id !== null),
      is_locked: binary(actor.is_locked),
      lock_minutes: actor.lock_minutes,
      session_ends_at,
      user_id,
      customer_id: organisation_id,
      username,
      full_name,
      language,
      email,
      mobile,
      otp_type,
      preferences,
      grantor,
      portal: { name: row.portal_name, support: row.support },
      house: house ?? { name: organisation_name, default_language: row.default_language },
      ...flagFields(actor),
    }
  },

  logout: async (_, { actor, sessions }) => {
    await sessions.end(actor.home_tenant_id, actor.session_id)
    return {}
  },

  loginRequestsList: async ({ page, limit, filters, search_text }, { actor, db, now }) => {
    const asked = { now: now(), state: filters.state, search: searchFor(search_text), limit, page }
    return db.list(actor, async (q) => {
      const rows = await loginRequests(q, actor, asked)
      const total_count = await loginRequestCount(q, actor, asked)
      const content = rows.map(({ requested_at, expires_at, decided_at, ...row }) => ({
        ...row,
        requested_at,
        expires_at,
        decided_at,
      }))
      return listed({ page, limit }, content, total_count)
    })
  },

  loginRequestDecide: decide,
}
