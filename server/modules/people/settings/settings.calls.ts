// Calls about settings: what the screen shows, one's own profile and preferences, and the organisation's settings.
import { MANAGER } from '../../../../contract/kit/access.ts'
import type { Handlers } from '../../../http/mount.ts'
import type { SignedIn } from '../../../http/sessions.ts'
import { Refusal, refuseField } from '../../../kit/errors.ts'
import { confirmPassword } from '../auth/auth.ts'
import { oneTimeCodes, waysFor } from './one-time-codes.ts'
import { passwords } from './passwords.ts'
import { knownBrowsers } from './places.sql.ts'
import { places } from './places.ts'
import {
  organisationBelow,
  organisationSet,
  type PersonRow,
  type ProfileChange,
  personById,
  setSupport,
  setTimings,
  updateOrganisation,
  updateProfile,
  usersOf,
} from './settings.sql.ts'
import { everyDay } from './settings.ts'

type Own = Pick<Handlers, 'settingsView' | 'settingsUpdate' | 'timingsUpdate' | 'supportUpdate'>
type Settings = Own & typeof oneTimeCodes & typeof passwords & typeof places

/** The tenant in which the organisation is stored: the user's own, or while support views an organisation, that organisation's. */
const tenantOf = ({ view, tenant_id, home_tenant_id }: SignedIn) => (view ? tenant_id : home_tenant_id)
const organisationOf = ({ organisation_id, organisation_name }: SignedIn) => ({ kind: 'organisation', id: organisation_id, name: organisation_name })
const personOf = ({ user_id, username, organisation_id }: SignedIn) => ({ kind: 'user', id: user_id, name: username, organisation_id })

const isAnyGiven = (fields: object) => Object.values(fields).some((value) => value !== undefined)
/** The values before and after a change, of the fields that were sent. */
function change(row: object, after: Record<string, unknown>) {
  return { before: Object.fromEntries(Object.entries(row).filter(([name]) => after[name] !== undefined)), after }
}

/** Whether the change is of the mail address or number to which one-time codes and warnings are sent. */
const movesCodes = (before: PersonRow, { email = before.email, mobile = before.mobile }: ProfileChange) => email !== before.email || mobile !== before.mobile

const own: Own = {
  settingsView: async (_, { actor, db, post }) => {
    const { home_tenant_id, user_id, organisation_id } = actor
    const [person, browsers] = await db.read(home_tenant_id, async (q) => [(await personById(q, home_tenant_id, user_id))[0], await knownBrowsers(q, actor)])
    const [set, users] = await db.read(tenantOf(actor), async (q) => [
      (await organisationSet(q, tenantOf(actor), organisation_id))[0],
      actor.is_manager ? await usersOf(q, tenantOf(actor), organisation_id) : [],
    ])
    if (!person || !set) throw new Refusal('signed_out')
    const { support_id, shop_timings, ...organisation } = set
    return {
      profile: person,
      organisation: { ...organisation, may_change: actor.is_manager },
      shop_timings,
      support: { support_id, users },
      one_time_code: {
        otp_type: person.otp_type,
        is_required: person.otp_required,
        recovery_codes_left: person.recovery_codes_left,
        channels: waysFor(person, { post }),
      },
      browsers,
    }
  },

  settingsUpdate: async ({ current_password, full_name, email, mobile, language, preferences, ...forAll }, context) => {
    const { actor, db, audit, sessions } = context
    const { home_tenant_id, user_id, organisation_id } = actor
    const profile = { full_name, email, mobile, language, preferences }
    const changesOrganisation = isAnyGiven(forAll)
    if (changesOrganisation && !actor.is_manager) throw new Refusal('forbidden', { detail: { missing: [MANAGER], grantor: actor.grantor } })
    const [person] = await db.read(home_tenant_id, (q) => personById(q, home_tenant_id, user_id))
    if (!person) throw new Refusal('signed_out')
    if (movesCodes(person, profile)) {
      if (current_password === undefined) throw refuseField('current_password', 'required')
      await confirmPassword(actor, current_password, context)
    }
    await db.write(home_tenant_id, async (q) => {
      await updateProfile(q, home_tenant_id, user_id, profile)
      const after = { ...profile, preferences: preferences && { ...person.preferences, ...preferences } }
      if (isAnyGiven(profile)) await audit({ subject: personOf(actor), ...change(person, after) }, q)
      if (!changesOrganisation) return
      const [set] = await organisationSet(q, home_tenant_id, organisation_id)
      await updateOrganisation(q, home_tenant_id, organisation_id, forAll)
      await audit({ subject: organisationOf(actor), ...change(set ?? {}, forAll) }, q)
    })
    if (changesOrganisation) sessions.forgetOrganisation(organisation_id)
    sessions.forgetUser(user_id)
    return {}
  },

  timingsUpdate: async ({ shop_timings: whole, customer_id, ...daily }, { actor, db, audit, sessions }) => {
    const tenant_id = customer_id === undefined ? actor.home_tenant_id : actor.tenant_id
    const asked = customer_id ?? actor.organisation_id
    await db.write(tenant_id, async (q) => {
      const [shop] = await organisationBelow(q, tenant_id, actor.organisation_id, asked)
      if (!shop) throw new Refusal('not_found')
      const shop_timings = whole ?? everyDay(daily, shop.shop_timings)
      await setTimings(q, tenant_id, shop.id, shop_timings)
      const subject = { kind: 'organisation', id: shop.id, name: shop.name, organisation_id: shop.id }
      await audit({ subject, before: { shop_timings: shop.shop_timings }, after: { shop_timings } }, q)
    })
    sessions.forgetOrganisation(asked)
    return {}
  },

  supportUpdate: async ({ support_id }, { actor, db, audit }) => {
    const { home_tenant_id: tenant_id, organisation_id } = actor
    await db.write(tenant_id, async (q) => {
      const [person] = await personById(q, tenant_id, support_id)
      if (person?.organisation_id !== organisation_id) throw new Refusal('not_found')
      const [was] = await organisationSet(q, tenant_id, organisation_id)
      await setSupport(q, tenant_id, organisation_id, person)
      await audit({ subject: organisationOf(actor), before: { support_id: was?.support_id }, after: { support_id } }, q)
    })
    return {}
  },
}

export const settings: Settings = { ...own, ...oneTimeCodes, ...passwords, ...places }
