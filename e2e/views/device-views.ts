// The screens about devices, each with content: for the platform, for a reseller and for a shop.
import type { Page } from 'playwright-core'
import { callsOn } from '../kit/calls.ts'
import { onItsHost } from '../kit/open-page.ts'
import { begins, t } from '../kit/texts.ts'
import { at, atOne, type CallsClient, firstRow, heading, reseller, someCustomer } from './shop-views.ts'

const shop = { as: 'gare', kept: { language: 'fr' } }
const platform = { as: 'platform', host: 'platform.localhost', kept: { language: 'fr' } }

/** Opens an address as the platform, which has chosen to view the demo reseller's tenant. */
const inTenant = (path: string, ready: (page: Page) => Promise<unknown>) => async (page: Page) => {
  await onItsHost(page)
  await callsOn(page).tenantChoose({ tenant_id: 1 })
  await at(path, ready)(page)
}

async function someDevice({ tenantChoose, devicesList }: CallsClient) {
  await tenantChoose({ tenant_id: 1 })
  return (await devicesList({ filters: { status: 'assigned' } })).content[0]?.device_id
}

async function chosen(page: Page) {
  await page
    .getByRole('checkbox', { name: t('pages.list.choose_row') })
    .first()
    .check()
  await page.getByRole('button', { name: t('devices.assign_count', { n: 1 }) }).waitFor()
}

async function scanned(page: Page) {
  const serial = page.getByRole('textbox', { name: t('fields.serial') })
  for (const number of ['SN-20931', 'SN-20932', 'SN-20933']) {
    await serial.fill(number)
    await serial.press('Enter')
  }
  await page.getByText(t('devices.scanned', { n: 3 })).waitFor()
}

async function pairing(page: Page) {
  await page
    .getByRole('button', { name: begins('devices.pair') })
    .first()
    .click()
  await page.getByRole('img', { name: t('devices.qr') }).waitFor()
}

const ofCustomer = (ready: (page: Page) => Promise<unknown>) => atOne((id) => `/customer/devices/${id}`, someCustomer, ready)

export const deviceViews = [
  { name: '/devices', by: platform, open: inTenant('/devices', firstRow) },
  { name: '/device/add', by: platform, open: inTenant('/device/add', scanned) },
  {
    name: '/device/edit/$data',
    by: platform,
    open: atOne(
      (id) => `/device/edit/${id}`,
      someDevice,
      (page) => page.getByLabel(t('fields.tag')).waitFor(),
    ),
  },
  { name: '/assign/devices/', by: reseller, open: at('/assign/devices/', chosen) },
  { name: '/user/devices', by: reseller, open: at('/user/devices', firstRow) },
  { name: '/customer/devices/$customerId', by: reseller, open: ofCustomer(firstRow) },
  { name: '/customer/devices/$customerId pairing', by: reseller, open: ofCustomer(pairing) },
  { name: '/device/pair', by: shop, open: at('/device/pair', heading(t('house.screens.device_pair'))) },
]
