// People made for one test: the reseller's manager adds them, and they register by the link in their mail, so that no two tests share an account.
import type { Flag } from '../../contract/kit/access.ts'
import { DEMO_PASSWORD } from '../../server/seeds/demo-world.ts'
import { unique } from './browser.ts'
import { callsAs, callsWithout, codeIn, letterTo, linkIn, platformAtNord } from './calls.ts'

/**
 * With `by: 'platform'` the platform adds the user. No user of the reseller has then made or reset the account, so the four-eyes rules treat this user and the
 * reseller's other users as different people.
 */
type PersonOptions = { by?: 'nord' | 'platform'; otp_type?: 'none' | 'email'; login_approval?: boolean; flags?: Flag[] }
export type Someone = { user_id: string; username: string; full_name: string; email: string }

/** Adds a new user, as nord unless `by` says otherwise, and returns the user with the link from the mail. */
export async function invite({ by = 'nord', ...asked }: PersonOptions = {}): Promise<Someone & { link: string }> {
  const username = `someone.${unique()}`
  const someone = { username, full_name: 'Camille Essai', email: `${username}@example.test` }
  const calls = await (by === 'platform' ? platformAtNord() : callsAs(by))
  const found = by === 'platform' ? (await calls.customerSearch({ search_text: 'comptoir nord', account_role: 1 })).content[0] : undefined
  const at = found ? { customer_id: found.customer_id } : {}
  const { user_id } = await calls.staffAdd({ ...someone, ...at, flags: ['has_inventory'], ...asked, language: 'fr' })
  return { ...someone, user_id, link: linkIn(await letterTo(someone.email, 'registration')) }
}

/** Adds a member of staff with the demo password, who can sign in at once. */
export async function newStaff(asked: PersonOptions = {}): Promise<Someone> {
  const { link, ...someone } = await invite(asked)
  await register({ ...someone, link })
  return someone
}

/** Completes the three steps of registration through the calls, with the demo password. */
export async function register({ username, email, link }: Pick<Someone, 'username' | 'email'> & { link: string }): Promise<void> {
  const calls = callsWithout()
  const registration = link.split('/').at(-1) ?? ''
  await calls.registrationUserName({ registration, username })
  const otp = codeIn(await letterTo(email, 'registration_code'))
  const { proof } = await calls.registrationCode({ registration, otp })
  await calls.registrationPassword({ registration, proof, new_password: DEMO_PASSWORD })
}
