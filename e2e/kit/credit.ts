// Helpers of the journeys about credit: open a screen as the reseller nord, add a customer, and read its bookings.
import type { Page } from 'playwright-core'
import type { NewPage, PageOptions } from './browser.ts'
import { callsOn } from './calls.ts'

export async function nordOn(newPage: NewPage, path: string, options: PageOptions = {}): Promise<Page> {
  const page = await newPage({ as: 'nord', ...options })
  await page.goto(path)
  await page.getByRole('heading', { level: 1 }).waitFor()
  return page
}

/** Adds a customer that no other journey credits. */
export async function newCustomer(page: Page): Promise<{ customer_id: string; username: string; name: string }> {
  const { customerAdd, transactionKey } = callsOn(page)
  const username = `credit.${Math.random().toString(36).slice(2, 9)}`
  const name = `Crédit ${username}`
  const mobile = '+33 6 11 22 33 55'
  const given = { account_role: 2, name, username, full_name: 'Cécile Crédit', email: `${username}@example.test`, mobile, mobile_confirmation: mobile }
  const { customer_id } = await customerAdd({ ...(await transactionKey({})), ...given, flags: ['has_cash_card'] })
  return { customer_id, username, name }
}

export const amountsOf = async (page: Page, customer_id: string) =>
  (await callsOn(page).walletHistory({ limit: 100, filters: { customer_id, kind: 'top_up' } })).content.map(({ amount }) => amount)
