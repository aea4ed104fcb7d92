// A reseller's day with people: customers, how they sign in, staff, and their rights. The client is made only from the specification's text.
import { expect } from 'vitest'
import { addAccount, mailedCode } from '../test/door.ts'
import { codeIn, lettersTo, linkIn } from '../test/outbox.ts'
import type { World } from '../test/world.ts'
import { type Ask, digits, idOf, ok, rows, type textClient } from './text-client.ts'

type Client = () => ReturnType<typeof textClient>

export async function customer(w: World, ask: Ask, client: Client): Promise<void> {
  const [username, email] = [`days${digits(8)}`, `d${digits(8)}@days.example`]
  const { customer_id } = await ask('/add_customer/', { username, name: 'Days Kiosk', email, mobile: '+33 6 12 34 56 78' })
  const registration = rows(await ask('/view_registration/', { search_text: username }), 'registrations')[0]
  expect(await ask('/update_registration/', { registration_id: registration?.registration_id, action: 'resend' })).toMatchObject(ok)
  const newest = async (kind: string) => (await lettersTo(w, email)).find((letter) => letter.kind === kind)
  const link = linkIn((await newest('registration')) as never)
  const { ask: stranger } = client()
  expect(await stranger('/set_password_step_one/', { registration: link, username })).toMatchObject(ok)
  const { proof } = await stranger('/set_password_step_two/', { registration: link, otp: codeIn((await newest('registration_code')) as never) })
  expect(await stranger('/set_password_step_three/', { registration: link, proof, new_password: 'Kiosk#2026-Lyon' })).toMatchObject(ok)

  expect(await ask('/edit_customer/', { customer_id, city: 'Lyon' })).toMatchObject(ok)
  expect(await ask('/update_customer_extra_details/', { customer_id, mask_seller_discount: 1 })).toMatchObject(ok)
  expect(await ask('/update_customer_api_details/', { customer_id })).toMatchObject(ok)
  expect(await ask('/update_customer_remarks/', { customer_id, remarks: 'pays on Fridays' })).toMatchObject(ok)
  expect(await ask('/update_auto_credit/', { customer_id, balance_trigger: 5, balance_topup: 10 })).toMatchObject(ok)
  expect(rows(await ask('/view_auto_credit_ledger/', { customer_id }))).toHaveLength(1)
  expect(await ask('/view_assigned_products/', { customer_id })).toMatchObject(ok)
  expect(rows(await ask('/search_customer/', { search_text: 'days kiosk' }))).toMatchObject([{ customer_id }])
  const terminal_id = `T-${digits(8)}`
  expect(await ask('/activate_terminal_id/', { customer_id, terminal_id })).toMatchObject(ok)
  expect(rows(await ask('/list_sellers_with_terminal_ids/', { search_text: terminal_id }), 'organisations')).toMatchObject([{ terminal_id }])

  expect(await ask('/update_customer_otp_type/', { customer_id, enable_otp: 1 })).toMatchObject(ok)
  const { ask: person } = client()
  const { reference_id } = await person('/login/', { username, password: 'Kiosk#2026-Lyon' })
  expect(await person('/verify/', { username, otp: await mailedCode(w, String(reference_id)) })).toMatchObject(ok)
  expect(await ask('/change_password/', { username, new_password: 'Neue#Strasse12' })).toMatchObject(ok)
}

/** Lets a user sign in on an unknown device, and a manager approve it. */
export async function approval(w: World, ask: Ask, client: Client): Promise<void> {
  const { username } = await addAccount(w, 'nord', { login_approval: true })
  const { ask: person } = client()
  const { reference_id, reference, approval_number: number } = await person('/login/', { username, password: 'Demo!2026', hash: 'abc' })
  expect(rows(await ask('/view_login_requests/')).map((row) => row.reference_id)).toContain(reference_id)
  expect(await ask('/update_login_requests/', { reference_id, action: 'approve', number })).toMatchObject(ok)
  expect(await person('/check_login_request_approval/', { reference_id, reference })).toMatchObject({ ...ok, token: expect.stringMatching(/.{20}/) })
}

export async function staff(ask: Ask, customer_id: string): Promise<void> {
  const person = { full_name: 'Dora Days', email: 'dora@days.example', username: `dora${digits(8)}` }
  const { user_id } = await ask('/add_internal_permission/', person)
  expect(await ask('/update_internal_permission/', { user_id, job_role: 'Sales' })).toMatchObject(ok)
  expect(rows(await ask('/view_internal_permission/', { search_text: 'dora' }))).toMatchObject([{ user_id, job_role: 'Sales' }])
  expect(await ask('/staff_assign/', { user_id, customer_ids: [customer_id] })).toMatchObject({ ...ok, changed: 1 })
  expect(rows(await ask('/staff_assign_history/', { filters: { user_id } }))).toHaveLength(1)
  expect(await ask('/update_support_id/', { support_id: (await ask('/auth_check/')).user_id })).toMatchObject(ok)
  expect(await ask('/update_settings/', { template: 2 })).toMatchObject(ok)
}

export async function devices(platform: Ask, customer_id: string): Promise<void> {
  const serial_number = `SN-${digits(8)}`
  const { device_ids } = await platform('/add_update_delete_devices/', { action: 'add', serial_number })
  const device_id = (device_ids as string[])[0]
  expect(idOf(rows(await platform('/view_devices/', { search_text: serial_number }))[0], 'device_id')).toBe(device_id)
  expect(await platform('/add_update_delete_assigned_devices/', { device_id, customer_id })).toMatchObject({ ...ok, changed: 1 })
  expect(await platform('/view_assigned_devices/', { customer_id })).toMatchObject(ok)
  expect(await platform('/delete_assigned_devices/', { device_id })).toMatchObject({ ...ok, changed: 1 })
}

/** A supporter of the platform opens a support view of a shop that allows it, finds bus trips there, and is refused a sale. */
export async function view(ask: Ask): Promise<void> {
  const [shop] = rows(await ask('/view_support_organisations/'))
  expect(await ask('/begin_support_view/', { tenant_id: shop?.tenant_id, organisation_id: shop?.organisation_id, reason: 'ticket 4711' })).toMatchObject(ok)
  expect(await ask('/auth_check/')).toMatchObject({ ...ok, account_role: 2, enable_web_view: 1 })
  const [offer] = rows(await ask('/view_seller_products_v2/'))
  const { transaction_key } = await ask('/get_transaction_session_key/', {}, 'GET')
  const sale = { configuration_id: offer?.configuration_id, quantity: 1, transaction_key }
  expect(await ask('/add_transaction_v3/', sale)).toMatchObject({ status: 403, message_type: 0 })
  expect(await ask('/get_flixbus_cities/')).toMatchObject(ok)
  expect(await ask('/get_sales_report_list/')).toMatchObject(ok)
}
