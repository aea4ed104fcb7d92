// Several people at one till: a shop's staff, and a browser that is a device of the shop.
import type { Page } from 'playwright-core'
import { unique } from './browser.ts'
import { callsAs, callsOn, letterTo, linkIn, platformAtNord } from './calls.ts'
import { register } from './people.ts'

/** Adds a user to the staff of this shop. */
export async function cashierOf(customer_id: string) {
  const username = `caisse.${unique()}`
  const someone = { username, full_name: 'Camille Comptoir', email: `${username}@example.test` }
  const { user_id } = await (await callsAs('nord')).staffAdd({ ...someone, customer_id, flags: ['has_cash_card'], language: 'fr' })
  await register({ ...someone, link: linkIn(await letterTo(someone.email, 'registration')) })
  return { ...someone, user_id }
}

/** Makes this page's browser a device of the shop. */
export async function pair(page: Page, customer_id: string) {
  const { deviceChange, devicesAssign, customerSearch } = await platformAtNord()
  const { device_ids } = await deviceChange({ action: 'add', serial_numbers: [`SN-${unique()}`] })
  await devicesAssign({ device_ids, customer_id: (await customerSearch({ account_role: 1, search_text: 'comptoir nord' })).content[0]?.customer_id ?? '' })
  const nord = await callsAs('nord')
  await nord.devicesAssign({ device_ids, customer_id })
  const { code } = await nord.devicePairing({ device_id: device_ids[0] ?? '' })
  await callsOn(page).devicePair({ code })
}
