// Helpers for tests of registration: they invite users to the demo world's shops, and read the links and codes in their mail.
import { newId } from '../kit/ids.ts'
import { openRegistration } from '../modules/people/registrations/registrations.ts'
import { organisationId, rowsOf } from './arrange.ts'
import { codeIn, type Letter, lettersTo, linkIn } from './outbox.ts'
import { HOST, type World } from './world.ts'

export const PASSWORD = 'Kiosk#2026-Lyon'
export const over = { status: 410, code: 'registration_over' }

export type Invited = { user_id: string; registration_id: string; email: string; username: string; link: string }
type Columns = { email?: string; mobile?: string; language?: string; full_name?: string; at?: string }

let networks = 0
/** Returns a network address from which nobody has made an attempt yet. */
export const newNetwork = () => `10.1.${++networks >> 8}.${networks & 255}`

export function registering(of: () => World) {
  async function newest(recipient: string, kind: string): Promise<Letter> {
    const letter = (await lettersTo(of(), recipient)).find((one) => one.kind === kind)
    if (!letter) throw new Error(`no ${kind} for ${recipient}`)
    return letter
  }
  const newestLink = async (recipient: string) => linkIn(await newest(recipient, 'registration'))
  const newestCode = async (recipient: string) => codeIn(await newest(recipient, 'registration_code'))

  /** Invites a user to the organisation of `at`; the link is in the user's mailbox. */
  async function invite({ email, mobile = '', language = 'en', full_name = 'Ada Test', at = 'nord' }: Columns = {}): Promise<Invited> {
    const w = of()
    const user_id = newId()
    const [username, address] = [`new-${user_id}`, email ?? `${user_id}@example.test`]
    const organisation_id = await organisationId(w, at)
    await rowsOf(
      w,
      `insert into users (tenant_id, id, organisation_id, username, full_name, password_hash, internal_role, email, mobile, language, created_at)
       values (1, $1, $2, $3, $4, '', 1, $5, $6, $7, $8)`,
      [user_id, organisation_id, username, full_name, address, mobile, language, w.clock.now()],
    )
    const created_by = (await rowsOf<{ id: string }>(w, `select id from users where tenant_id = 1 and username = 'nord'`))[0]?.id ?? null
    const registration_id = await w.db.write(1, (q) => openRegistration(q, w.services, { tenant_id: 1, user_id, organisation_id, created_by }))
    return { user_id, registration_id, email: address, username, link: await newestLink(address || mobile) }
  }

  /** Opens a browser on a new network. */
  const browser = (host = HOST) => of().anonymous(host, {}, newNetwork())

  /** Takes the invited user through all steps of the registration before the password. */
  async function proven(someone: Invited, username = someone.username) {
    const calls = browser()
    await calls.registrationUserName({ registration: someone.link, username })
    const { proof } = await calls.registrationCode({ registration: someone.link, otp: await newestCode(someone.email) })
    return { calls, proof }
  }

  return { browser, invite, newest, newestCode, newestLink, proven }
}
