// Who is there: the shop behind a host name, signing in and out, the signed-in user.

import { LANGUAGE_DEFAULT, languages } from '../../../contract/auth.ts'
import { type Flag, flags } from '../../../contract/kit/access.ts'
import { Refusal } from '../../kit/errors.ts'
import { hostName } from '../../kit/hosts.ts'
import { newId } from '../../kit/ids.ts'
import type { Context, Handlers } from '../../kit/mount.ts'
import { accountRoleOf, type SignedIn } from '../../kit/sessions.ts'
import { type AccountRow, accountByName, chooseTenant, countAttempts, forgetAttempts, organisationOf, tenants, userOf } from './auth.sql.ts'
import { passwordMatches, refuseTooMany, subjectsOf, windowStart } from './auth.ts'

type Auth = Pick<Handlers, 'organisationCheck' | 'login' | 'authCheck' | 'logout' | 'tenantsList' | 'tenantChoose'>

const binary = (is: boolean) => (is ? 1 : 0)
const flagFields = (actor: SignedIn) => Object.fromEntries(flags.map((flag) => [flag, binary(actor.flags.includes(flag))])) as Record<Flag, 0 | 1>

/** Counts the attempt, then looks at the password; a stopped account answers like a wrong password. */
async function accountOf(
  username: string,
  password: string,
  { db, tenant_id, now, request }: Pick<Context, 'db' | 'tenant_id' | 'now' | 'request'>,
): Promise<AccountRow> {
  const subjects = subjectsOf(username, request.address)
  refuseTooMany(await db.write(tenant_id, (q) => countAttempts(q, tenant_id, [subjects.account, subjects.address], windowStart(now()))), subjects)
  const [account] = await db.read(tenant_id, (q) => accountByName(q, tenant_id, username))
  const matches = await passwordMatches(account?.password_hash, password)
  if (!account || !matches || !account.is_active) throw new Refusal('login_wrong')
  await db.write(tenant_id, (q) => forgetAttempts(q, tenant_id, subjects.account))
  return account
}

export const auth: Auth = {
  organisationCheck: async ({ organisation_name }, { db, hosts, host }) => {
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
    }
  },

  login: async ({ username, password, hash = '' }, context) => {
    const { db, tenant_id, sessions, request } = context
    const { user_id, organisation_id, kind } = await accountOf(username, password, context)
    // The platform begins at its first reseller: its own tenant holds nothing to look at.
    const [first] = kind === 'platform' ? await db.reference(tenants) : []
    const asked = { tenant_id, user_id, chosen_tenant_id: first?.tenant_id ?? null, device: hash, address: request.address }
    const session = await db.write(tenant_id, (q) => sessions.open(q, asked))
    return { ...session, reference: newId(), customer_id: organisation_id, next_step: 'none' }
  },

  authCheck: async (_, { actor, db }) => {
    const [row] = await db.read(actor.home_tenant_id, (q) => userOf(q, actor))
    if (!row) throw new Refusal('signed_out')
    const { internal_role, address, house_no, postal, city, country } = row
    const { organisation_name, template, user_id, organisation_id, username, full_name, language } = actor
    return {
      account_role: accountRoleOf(actor),
      internal_role,
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
      ...{ user_id, customer_id: organisation_id, username, full_name, language },
      ...flagFields(actor),
    }
  },

  logout: async (_, { actor, sessions }) => {
    await sessions.end(actor.home_tenant_id, actor.session_id)
    return {}
  },

  tenantsList: async (_, { actor, db }) => {
    const rows = await db.reference(tenants)
    return { content: rows.map((row) => ({ ...row, chosen: row.tenant_id === actor.tenant_id })) }
  },

  tenantChoose: async ({ tenant_id }, { actor, db, sessions }) => {
    const rows = await db.reference(tenants)
    if (!rows.some((row) => row.tenant_id === tenant_id)) throw new Refusal('not_found')
    await db.write(actor.home_tenant_id, (q) => chooseTenant(q, actor, tenant_id))
    sessions.forget(actor.session_id)
    return {}
  },
}
