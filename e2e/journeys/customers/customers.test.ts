// A customer is added, registers, signs in, and is signed out at the next click when it is suspended; and two users edit the same customer.
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { customerApi } from '../../../contract/customers/customer-changes.ts'
import { shoot, signIn, test, typeSignIn } from '../../kit/browser.ts'
import { beforeTheApp, callsOn, codeIn, letterTo } from '../../kit/calls.ts'
import { go } from '../../kit/open-page.ts'
import { newStaff } from '../../kit/people.ts'
import { addShop } from '../../kit/shop.ts'
import { begins, t } from '../../kit/texts.ts'

const PASSWORD = 'Kiosque#2026-Lille'
const reseller = { as: 'nord' }

const inside = (page: Page) => page.waitForURL((url) => !/^\/(login|loading|registration)/.test(url.pathname))

async function stop(page: Page, reason: string) {
  await page.getByRole('button', { name: t('customers.status.stop') }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: t('fields.reason') }).fill(reason)
  await dialog.getByRole('button', { name: t('customers.status.stop') }).click()
  await page.getByRole('button', { name: t('customers.status.restart') }).waitFor()
}

test('a new customer gets its link by mail, registers, signs in, and is signed out at the next click after it was suspended', async ({ newPage }) => {
  const page = await newPage(reseller)
  const name = `etoile-${Date.now().toString(36)}`
  const email = `${name}@example.test`
  await go(page, '/customer/add')
  const field = (label: string) => page.getByRole('textbox', { name: label, exact: true })
  await field(t('fields.name')).fill('Tabac Étoile')
  await field(t('customers.fields.full_name')).fill('Estelle Étoile')
  await field(t('fields.username')).fill('kiosque')
  await page.getByText(t('errors.refusals.username_taken')).waitFor()
  await field(t('fields.username')).fill(name)
  await page.getByText(t('customers.form.username_free')).waitFor()
  await field(t('fields.email')).fill(email)
  // The fields that are seldom needed are folded away; they open by themselves when one of them has an error.
  const form = page.locator('form')
  expect((await form.boundingBox())?.height).toBeLessThan(900)
  await page.getByText(t('customers.form.more')).click()
  await field(t('fields.customer_number')).fill(`C-${name}`)
  await field(t('fields.sub_domain')).fill('keine Adresse!')
  await page.getByText(t('customers.form.more')).click()
  await page.getByRole('button', { name: t('words.add_and_send_the_link') }).click()
  await page.getByRole('link', { name: begins('fields.sub_domain') }).click()
  await expect.poll(() => field(t('fields.sub_domain')).evaluate((input) => input === document.activeElement)).toBe(true)
  await field(t('fields.sub_domain')).fill('')
  expect((await form.boundingBox())?.height, 'control: unfolded the form is higher').toBeGreaterThan(900)
  await field(t('fields.mobile')).fill('+33 6 99 88 77 66')
  await field(t('customers.fields.mobile_confirmation')).fill('+33 6 99 88 77 66')
  await page.getByRole('button', { name: t('words.add_and_send_the_link') }).click()
  await page.getByRole('heading', { name: t('words.added_name', { name: 'Tabac Étoile' }) }).waitFor()
  await shoot(page, 'customer added')

  const link = /\/registration\/set-password\/\S+/.exec(await letterTo(email, 'registration'))?.[0] ?? ''
  const theirs = await newPage()
  await theirs.goto(link)
  await theirs.getByRole('textbox', { name: t('fields.username') }).waitFor()
  await theirs.keyboard.press('Enter')
  const code = theirs.getByRole('textbox', { name: t('entry.code.label'), exact: true })
  await code.waitFor()
  await code.fill(codeIn(await letterTo(email, 'registration_code')))
  await theirs.getByLabel(t('auth.login.password'), { exact: true }).fill(PASSWORD)
  await theirs.keyboard.press('Enter')
  await inside(theirs)

  await page.getByRole('link', { name: t('customers.form.to_customer') }).click()
  await page
    .getByRole('definition')
    .filter({ hasText: `C-${name}` })
    .waitFor()
  await stop(page, 'Impayé')
  await page.getByText(begins('customers.page.stopped', { who: 'Nadia Norbert' })).waitFor()
  await theirs.goto('/settings')
  await theirs.waitForURL('**/login**')
  await typeSignIn(theirs, name, PASSWORD)
  await theirs.getByRole('alert').waitFor()

  await go(page, `/stopped-customers/view?q=C-${name}`)
  const row = page.getByRole('row').filter({ hasText: name })
  for (const text of ['Tabac Étoile', 'Nadia Norbert', 'Impayé']) await row.getByText(text).waitFor()
  await row.getByRole('button', { name: t('customers.status.restart') }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: t('fields.reason') }).fill('Payé ce matin')
  await dialog.getByRole('button', { name: t('customers.status.restart') }).click()
  await page.getByText(t('house.empty.no_match')).waitFor()
  await typeSignIn(theirs, name, PASSWORD)
  await inside(theirs)
})

test('a customer’s details are saved, its API key is shown once, and its history shows all changes', async ({ newPage }) => {
  const { customer_id } = await addShop()
  const page = await newPage(reseller)
  await go(page, `/customer/details/${customer_id}?tab=remarks`)
  await page.getByRole('textbox', { name: t('fields.remarks') }).fill('Paie le lundi, en espèces.')
  await page.getByRole('status').getByText(t('house.words.saved'), { exact: true }).waitFor()
  await page.reload()
  expect(await page.getByRole('textbox', { name: t('fields.remarks') }).inputValue()).toBe('Paie le lundi, en espèces.')

  await page.getByRole('link', { name: t('customers.tabs.api'), exact: true }).click()
  await page.getByRole('switch', { name: t('customers.api.enabled') }).click()
  await page.getByText(t('words.new_key_once')).waitFor()
  const key = (await page.getByRole('code').textContent()) ?? ''
  expect(key.length).toBeGreaterThanOrEqual(40)
  await page.getByRole('textbox', { name: t('fields.addresses') }).fill('203.0.113.0/24\n300.1.1.1')
  await page.getByRole('button', { name: t('house.words.save') }).click()
  await page.getByText(begins('errors.problems.not_an_address')).waitFor()
  await page.getByText(key, { exact: true }).waitFor()
  await shoot(page, 'customer api')
  await page.getByRole('textbox', { name: t('fields.addresses') }).fill('203.0.113.0/24')
  const saved = page.waitForResponse((response) => response.url().endsWith(customerApi.path) && response.ok())
  await page.getByRole('button', { name: t('house.words.save') }).click()
  await saved
  await page.reload()
  await page.getByText(t('customers.api.key_is', { last4: key.slice(-4) })).waitFor()
  expect(await page.getByText(key).count()).toBe(0)

  await page.getByRole('link', { name: t('customers.tabs.access') }).click()
  await page.getByLabel(t('fields.code_channel')).selectOption({ label: t('words.code_channels.email') })
  await page.getByRole('status').getByText(t('house.words.saved')).waitFor()
  await page.getByRole('switch', { name: t('fields.pin_download') }).click()
  await expect.poll(() => page.getByRole('switch', { name: t('fields.pin_download') }).isChecked()).toBe(true)
  await stop(page, 'Fermé pour travaux')
  await page.getByRole('link', { name: t('words.history'), exact: true }).click()
  const history = page.getByRole('region', { name: t('words.history') }).getByRole('listitem')
  const lines = [
    t('words.suspended'),
    t('customers.history.kinds.changed'),
    t('customers.history.kinds.sign_in'),
    t('customers.history.kinds.api'),
    t('customers.history.kinds.api'),
    t('customers.history.kinds.remarks'),
    t('customers.history.kinds.credit_limit'),
  ]
  await expect.poll(async () => (await history.locator('b').allTextContents()).slice(0, 7)).toEqual(lines)
  for (const text of ['Fermé pour travaux', t('fields.pin_download'), t('customers.history.kinds.added'), t('customers.history.kinds.link_sent')])
    await history.filter({ hasText: text }).first().waitFor()
  await shoot(page, 'customer history')
})

test('many customers are suspended with one action and one reason, and later reactivated', async ({ newPage }) => {
  const shops = [await addShop(), await addShop()]
  const page = await newPage(reseller)
  await go(page, '/customers/view')
  const search = page.getByRole('searchbox')
  const choose = async () => {
    for (const { username } of shops) {
      await search.fill(username)
      await page.getByRole('row').filter({ hasText: username }).getByRole('checkbox').check()
    }
  }
  await choose()
  await page.getByRole('button', { name: t('customers.status.stop') }).click()
  const dialog = page.getByRole('dialog', { name: t('customers.status.stop_many', { n: 2 }) })
  await dialog.getByRole('textbox', { name: t('fields.reason') }).fill('Inventaire')
  await dialog.getByRole('button', { name: t('customers.status.stop') }).click()
  await page.getByRole('row').filter({ hasText: shops[1]?.username }).getByText(t('words.suspended')).waitFor()
  const { content } = await callsOn(page).customersList({ filters: { is_active: false }, limit: 100 })
  const both = content.filter(({ customer_id }) => shops.some((shop) => shop.customer_id === customer_id))
  expect(both.map(({ stopped_reason }) => stopped_reason)).toEqual(['Inventaire', 'Inventaire'])
})

test('staff with the right to read customers find the customers that they look after, and can change nothing', async ({ newPage }) => {
  const shop = await addShop()
  const { username, user_id } = await newStaff({ flags: ['has_customers_read'] })
  const manager = await newPage(reseller)
  await beforeTheApp(manager)
  await callsOn(manager).staffAssign({ user_id, customer_ids: [shop.customer_id], action: 'assign' })
  const page = await newPage()
  await signIn(page, username)
  await go(page, '/customers/view')
  await page.getByRole('button', { name: t('customers.list.mine') }).click()
  await page.getByRole('row').filter({ hasText: shop.name }).waitFor()
  await expect.poll(() => page.getByRole('row').count()).toBe(2)
  expect(await page.getByRole('checkbox').count()).toBe(0)
  expect(await page.getByRole('link', { name: t('house.screens.customer_add') }).count()).toBe(0)
  await page.getByRole('link', { name: shop.name }).click()
  await page.getByRole('link', { name: t('customers.tabs.access') }).click()
  await page
    .getByRole('definition')
    .filter({ hasText: t('words.code_channels.none') })
    .waitFor()
  expect(await page.getByRole('switch').count()).toBe(0)
  expect(await page.getByRole('button', { name: t('customers.status.stop') }).count()).toBe(0)
  await shoot(page, 'customer read only')
  await go(page, `/customer/edit/${shop.customer_id}`)
  await page.getByRole('heading', { name: t('house.screens.not_authorized') }).waitFor()
})

test('if two users save the same customer, the second sees who saved first, compares both versions, and loses no typed text', async ({ newPage }) => {
  const page = await newPage(reseller)
  const { customer_id } = await addShop()
  await go(page, `/customer/details/${customer_id}`)
  await page.getByRole('link', { name: t('words.edit') }).click()
  const city = page.getByRole('textbox', { name: begins('fields.city') })
  await city.fill('Lens')
  await page.getByText(begins('customers.form.was')).waitFor()

  const other = await newPage(reseller)
  await go(other, '/dashboard')
  const calls = callsOn(other)
  const { version } = await calls.customerDetails({ customer_id })
  await calls.customerUpdate({ customer_id, version, stnr: '77/123' })

  await page.getByRole('button', { name: t('house.words.save') }).click()
  await page.getByText(begins('customers.compare.title', { who: 'Nadia Norbert' })).waitFor()
  await shoot(page, 'customer compared')
  await page.getByRole('button', { name: t('customers.compare.keep') }).click()
  await page.getByRole('button', { name: t('house.words.save') }).click()
  await page.waitForURL('**/customer/details/**')
  const after = await calls.customerDetails({ customer_id })
  expect([after.city, after.stnr]).toEqual(['Lens', '77/123'])
})
