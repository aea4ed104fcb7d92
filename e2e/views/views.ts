// The list of views: screens in the states that users see, with who opens them, how to get there, and which text shows that they are ready.
import type { Page } from 'playwright-core'
import type { PageOptions } from '../kit/browser.ts'
import { callsOn } from '../kit/calls.ts'
import { go, onItsHost } from '../kit/open-page.ts'
import { sendFile, supplierFile } from '../kit/supplier-file.ts'
import { begins, named, t } from '../kit/texts.ts'
import { booksViews } from './books-views.ts'
import { claimViews } from './claim-views.ts'
import { connectionViews } from './connection-views.ts'
import { customerViews } from './customer-views.ts'
import { deviceViews } from './device-views.ts'
import { doorViews } from './door-views.ts'
import { invoiceViews } from './invoice-views.ts'
import { ledgerViews } from './ledger-views.ts'
import { liveViews } from './live-views.ts'
import { mandateViews } from './mandate-views.ts'
import { priceViews } from './price-views.ts'
import { salesViews } from './sales-views.ts'
import { shellViews } from './shell-views.ts'
import { at, heading, secondRow, shopViews } from './shop-views.ts'
import { staffViews } from './staff-views.ts'
import { statusNoticeViews } from './status-notice-views.ts'
import { supplierContactViews } from './supplier-contact-views.ts'

export type View = { name: string; by?: PageOptions; open: (page: Page) => Promise<unknown> }

const reseller = { as: 'nord' }
const staff = { as: 'nord-stock' }
const platform = { as: 'platform', host: 'platform.localhost', kept: { language: 'fr' } }

export const publicViews: readonly View[] = [
  { name: '/login', open: at('/login', heading(t('auth.login.title'))) },
  { name: '/login refused', open: at('/login', refusedAtTheDoor) },
  { name: '/version', open: at('/version', heading(t('house.screens.version'))) },
  { name: '/pages/comingsoon', open: at('/pages/comingsoon', heading(t('house.screens.comingsoon'))) },
  { name: '/pages/error-404', open: at('/pages/error-404', heading(t('house.screens.not_found'))) },
  { name: '/pages/error-500', open: at('/pages/error-500', heading(t('house.screens.error'))) },
  { name: '/pages/not-authorized', open: at('/pages/not-authorized?missing=has_customers&grantor=Nadia', heading(t('house.screens.not_authorized'))) },
  { name: '/status', open: at('/status', heading(t('entry.status.title'))) },
  ...doorViews,
  { name: '/pages/maintenance', open: at('/pages/maintenance', heading(t('house.screens.maintenance'))) },
  { name: 'no such shop', by: { host: 'nobody.localhost' }, open: at('/', heading(t('auth.pages.no_shop'))) },
]

/** The screens of a reseller's business, which are swept in a file of their own, in parallel with the other screens. */
export const ownShopViews: readonly View[] = [
  ...claimViews,
  ...shopViews,
  ...customerViews,
  ...deviceViews,
  ...priceViews,
  ...liveViews,
  ...invoiceViews,
  ...supplierContactViews,
  ...mandateViews,
  ...statusNoticeViews,
]

export const officeViews: readonly View[] = [
  ...connectionViews,
  {
    name: '/support',
    by: { as: 'support', host: 'platform.localhost', kept: { language: 'fr' } },
    open: at('/support', heading(t('house.screens.support_views'))),
  },
  { name: '/dashboard', by: reseller, open: at('/dashboard', (page) => page.getByRole('img').first().waitFor()) },
  { name: '/dashboard of stock staff', by: staff, open: at('/dashboard', heading(t('house.screens.dashboard'))) },
  { name: '/dashboard of the platform', by: platform, open: at('/dashboard', heading(t('house.screens.dashboard'))) },
  { name: '/products/view', by: reseller, open: at('/products/view', secondRow) },
  { name: '/inventory/view', by: reseller, open: at('/inventory/view', secondRow) },
  { name: '/inventory/held', by: reseller, open: at('/inventory/held', (page) => page.getByText(t('stock.held.none')).waitFor()) },
  {
    name: '/inventory/view filtered to nothing',
    by: reseller,
    open: at('/inventory/view?low=1&q=zzz', (page) => page.getByText(t('house.empty.no_match')).waitFor()),
  },
  { name: '/inventory/add with findings', by: reseller, open: findings },
  { name: '/inventory/add', by: reseller, open: at('/inventory/add', chosenValue) },
  { name: '/inventory/add giving up', by: reseller, open: givingUp },
  { name: '/customers/view', by: reseller, open: at('/customers/view?is_active=1', secondRow) },
  {
    name: '/customer/credit/add',
    by: reseller,
    open: at('/customer/credit/add', (page) => page.getByRole('combobox', { name: t('fields.customer') }).waitFor()),
  },
  { name: '/customer/$customerId/credit/add', by: reseller, open: at('/customers/view?q=kiosque', creditForm) },
  ...salesViews,
  ...ledgerViews,
  ...staffViews,
  { name: '/registrations', by: reseller, open: registrations },
  { name: '/registrations sending again', by: reseller, open: sendingAgain },
  { name: '/messages', by: platform, open: messages },
  { name: '/messages before reading one', by: platform, open: beforeReading },
  { name: '/audit', by: reseller, open: at('/audit', audited) },
  { name: '/audit proven', by: reseller, open: at('/audit', proven) },
  { name: '/audit with a row open', by: reseller, open: at('/audit', auditEntry) },
  ...booksViews,
  { name: '/audit of the platform', by: platform, open: at('/audit', heading(t('house.screens.audit'))) },
  { name: '/settings', by: reseller, open: at('/settings', section(t('settings.tabs.profile'))) },
  { name: '/settings password', by: reseller, open: at('/settings?tab=password', section(t('settings.tabs.password'))) },
  { name: '/settings setting up a code', by: reseller, open: at('/settings?tab=code', settingUpCode) },
  { name: '/settings look', by: reseller, open: at('/settings?tab=look', section(t('settings.tabs.look'))) },
  { name: '/settings printing', by: staff, open: at('/settings?tab=printing', section(t('settings.tabs.printing'))) },
  { name: '/settings keyboard', by: staff, open: at('/settings?tab=keyboard', section(t('house.shell.keyboard'))) },
  { name: '/settings organisation', by: reseller, open: at('/settings?tab=organisation', section(t('settings.tabs.organisation'))) },
  { name: '/settings where I am signed in', by: reseller, open: at('/settings?tab=places', section(t('settings.tabs.places'))) },
  ...shellViews,
  { name: 'not authorized inside', by: staff, open: at('/customers/view', heading(t('house.screens.not_authorized'))) },
]

/** Waits for the content of one section of the settings. */
function section(name: string) {
  return (page: Page) => page.getByRole('region', { name }).locator('.card').first().waitFor()
}

async function settingUpCode(page: Page) {
  const code = page.getByRole('region', { name: t('settings.tabs.code') })
  await code.getByRole('button', { name: begins('settings.code.begin') }).click()
  await code.getByLabel(t('settings.current_password'), { exact: true }).waitFor()
}

async function audited(page: Page) {
  await page.getByRole('row').nth(1).getByRole('cell').first().waitFor()
}

async function proven(page: Page) {
  await page.getByRole('button', { name: t('audit.chain.check') }).click()
  await page.getByText(t('audit.chain.sound')).waitFor()
}

async function auditEntry(page: Page) {
  await audited(page)
  await page.getByRole('row').getByRole('link').first().click()
  await page.getByRole('dialog').getByText(t('audit.entry.seq')).waitFor()
}

async function refusedAtTheDoor(page: Page) {
  await page.getByRole('textbox', { name: t('auth.login.username') }).fill('nobody-here')
  await page.keyboard.press('Enter')
  await page.getByText(t('errors.problems.required')).waitFor()
}

/** Adds a user who has not chosen a password yet, so that the list of mails has a mail with a link. */
async function invited(page: Page) {
  await onItsHost(page)
  const username = `vue.${Math.random().toString(36).slice(2, 10)}`
  await callsOn(page).staffAdd({
    username,
    full_name: 'Camille Vue',
    email: `${username}@example.test`,
    otp_type: 'none',
    login_approval: false,
    language: 'fr',
  })
}

async function registrations(page: Page) {
  await invited(page)
  await go(page, '/registrations')
  await page
    .getByRole('button', { name: begins('messages.registrations.resend_label') })
    .first()
    .waitFor()
}

async function sendingAgain(page: Page) {
  await registrations(page)
  await page
    .getByRole('button', { name: begins('messages.registrations.resend_label') })
    .first()
    .click()
}

async function messages(page: Page) {
  await invited(page)
  await go(page, '/messages')
  await page
    .getByRole('button', { name: begins('messages.read') })
    .first()
    .waitFor()
}

async function beforeReading(page: Page) {
  await messages(page)
  await page
    .getByRole('button', { name: begins('messages.read') })
    .first()
    .click()
}

async function findings(page: Page) {
  await sendFile(page, { name: 'Turkcell', value: '15,00 €' }, supplierFile(16, 12))
  await page.getByText(t('stock.import.errors_of', { n: 4, total: 16 })).waitFor()
  await secondRow(page)
}

async function chosenValue(page: Page) {
  await page.getByRole('combobox', { name: t('fields.product') }).fill('Lebara')
  await page.getByRole('option', { name: 'Lebara' }).click()
  await page.getByRole('radio', { name: '10,00 €' }).check()
}

async function givingUp(page: Page) {
  await findings(page)
  await go(page, '/inventory/add')
  await page.getByRole('button', { name: t('words.show') }).click()
  await page
    .getByRole('button', { name: begins('stock.import.discard_file', { file: 'L' }) })
    .first()
    .click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('words.discard') })
    .waitFor()
}

async function creditForm(page: Page) {
  await page.getByRole('link', { name: named(t('words.top_up_balance'), 'Kiosque Nord') }).click()
  await page.getByRole('button', { name: '100,00 €' }).click()
  await page.getByText(t('sales.booking.before')).waitFor()
}
