// Switches one-time codes on and off; both require the password. Codes are on after the first right code, and then ten recovery codes are shown, once.
import type { Language } from '../../../../contract/kit/languages.ts'
import type { Context, Handlers } from '../../../http/mount.ts'
import type { Services } from '../../../http/services.ts'
import type { SignedIn } from '../../../http/sessions.ts'
import {
  appStep,
  appUri,
  CODE_MS,
  codeDigest,
  codeLimits,
  isCode,
  maskDestination,
  newAppSecret,
  newCode,
  newRecoveryCodes,
  recoveryDigest,
} from '../../../kit/codes.ts'
import { Refusal, refuseField } from '../../../kit/errors.ts'
import { newId } from '../../../kit/ids.ts'
import { putMessage } from '../../messages/messages/messages.ts'
import { confirmPassword, revoke } from '../auth/auth.ts'
import { countSetupTry, type PendingCode, type PersonRow, personById, setCodes, setPending } from './settings.sql.ts'

type OneTimeCodes = Pick<Handlers, 'codeStart' | 'codeConfirm' | 'codeStop'>
type CodeType = PendingCode['otp_type']
type Around = Context & { actor: SignedIn }

const TRIES = codeLimits.email.tries
export const sealedFor = (user_id: string) => `app ${user_id}`

export const oneTimeCodes: OneTimeCodes = {
  codeStart: async ({ otp_type, current_password }, context) => {
    const { actor, db, audit } = context
    const { home_tenant_id: tenant_id, user_id } = actor
    await confirmPassword(actor, current_password, context)
    return db.write(tenant_id, async (q) => {
      const person = await ownRow(q, context)
      if (!waysFor(person, context).includes(otp_type)) throw refuseField('otp_type', 'not_reachable')
      const { pending, answer, code } = begin(otp_type, person, context)
      await setPending(q, tenant_id, user_id, pending)
      if (code && otp_type !== 'app')
        await putMessage(q, context, {
          kind: 'code_setup',
          channel: otp_type,
          recipient: otp_type === 'email' ? person.email : person.mobile,
          language: person.language as Language,
          organisation_id: person.organisation_id,
          data: { code },
        })
      await audit({ subject: subjectOf(person), after: { setting_up: otp_type } }, q)
      return answer
    })
  },

  codeConfirm: async ({ otp }, context) => {
    const { actor, db, now, audit, keys, sessions } = context
    const { home_tenant_id: tenant_id, user_id, session_id } = actor
    const [counted] = await db.write(tenant_id, (q) => countSetupTry(q, tenant_id, user_id, TRIES, now()))
    if (!counted) throw new Refusal('code_state')
    const { pending } = counted
    const proven = proofOf(otp, pending, context)
    if (!proven) throw new Refusal('otp_wrong', { detail: { left: TRIES - pending.tries } })
    const recovery_codes = newRecoveryCodes()
    await db.write(tenant_id, async (q) => {
      const person = await ownRow(q, context)
      const digests = recovery_codes.map((code) => recoveryDigest(keys, user_id, code))
      const codes = { otp_type: pending.otp_type, ...proven, recovery_codes: digests }
      if ((await setCodes(q, tenant_id, user_id, codes, pending.id)).length === 0) throw new Refusal('code_state')
      await revoke(q, context, tenant_id, user_id, session_id)
      await audit({ subject: subjectOf(person), before: { codes_by: person.otp_type }, after: { codes_by: pending.otp_type } }, q)
    })
    sessions.forgetUser(user_id)
    return { recovery_codes }
  },

  codeStop: async ({ current_password }, context) => {
    const { actor, db, audit, sessions } = context
    const { home_tenant_id: tenant_id, user_id } = actor
    await confirmPassword(actor, current_password, context)
    await db.write(tenant_id, async (q) => {
      const person = await ownRow(q, context)
      if (person.otp_required) throw new Refusal('own_account')
      await setCodes(q, tenant_id, user_id, { otp_type: 'none', otp_secret: null, otp_last_step: 0, recovery_codes: [] })
      await audit({ subject: subjectOf(person), before: { codes_by: person.otp_type }, after: { codes_by: 'none' } }, q)
    })
    sessions.forgetUser(user_id)
    return {}
  },
}

/** How this user could get codes: by the app, and by the channels that can reach the user. */
export const waysFor = ({ email, mobile }: PersonRow, { post }: Pick<Services, 'post'>): CodeType[] =>
  (['app', 'email', 'sms'] as const).filter((way) => way === 'app' || (way === 'email' ? email : mobile && post.sms))

async function ownRow(q: Parameters<typeof personById>[0], { actor }: { actor: SignedIn }): Promise<PersonRow> {
  const [person] = await personById(q, actor.home_tenant_id, actor.user_id)
  if (!person) throw new Refusal('signed_out')
  return person
}

const subjectOf = ({ user_id, username, organisation_id }: PersonRow) => ({ kind: 'user', id: user_id, name: username, organisation_id })

/**
 * Begins to switch codes on. Returns what is stored until the first code is entered, and the answer: for an app its secret, which is never shown again; for any
 * other channel the masked destination of the code.
 */
function begin(otp_type: CodeType, { user_id, username, organisation_name, email, mobile }: PersonRow, { keys, now }: Pick<Around, 'keys' | 'now'>) {
  const kept = { id: newId(), otp_type, until: new Date(now().getTime() + CODE_MS).toISOString(), tries: 0 }
  if (otp_type === 'app') {
    const secret = newAppSecret()
    const pending: PendingCode = { ...kept, secret: keys.seal(sealedFor(user_id), secret).toString('base64') }
    return { pending, answer: { secret, uri: appUri(secret, username, organisation_name), code_destination: '' }, code: undefined }
  }
  const code = newCode()
  const pending: PendingCode = { ...kept, code_hash: codeDigest(keys, kept.id, code).toString('base64') }
  return { pending, answer: { secret: '', uri: '', code_destination: maskDestination(otp_type === 'email' ? email : mobile) }, code }
}

/** The columns to set after the first right code; for an app also the time step that the code used up. Undefined if the code was wrong. */
function proofOf(otp: string, { id, secret, code_hash }: PendingCode, { actor, keys, now }: Around) {
  const sealed = secret && Buffer.from(secret, 'base64')
  if (sealed) {
    const otp_last_step = appStep(keys.unseal(sealedFor(actor.user_id), sealed), otp, now(), 0)
    return otp_last_step === undefined ? undefined : { otp_secret: sealed, otp_last_step }
  }
  const isRight = isCode(keys, id, otp, code_hash ? Buffer.from(code_hash, 'base64') : null)
  return isRight ? { otp_secret: null, otp_last_step: 0 } : undefined
}
