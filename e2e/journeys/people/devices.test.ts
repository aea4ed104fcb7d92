// Devices from the scanner to the till: the platform adds them and gives them to a reseller, which gives them to a shop. A shop bound to its devices sells only
// in the paired browser.
import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { enterToSell, type NewPage, pressInDialog, shoot, signIn, test, typeSignIn } from '../../kit/browser.ts'
import { beforeTheApp, callsOn, platformAtNord } from '../../kit/calls.ts'
import { listTool } from '../../kit/files.ts'
import { go } from '../../kit/open-page.ts'
import { newStaff } from '../../kit/people.ts'
import { catchPrints } from '../../kit/prints.ts'
import { newShop } from '../../kit/shop.ts'
import { begins, t } from '../../kit/texts.ts'

const reseller = { as: 'nord' }
const platform = { as: 'platform', host: 'platform.localhost', kept: { language: 'fr' } }
const NOT_ASSIGNED = t('errors.refusals.device_not_assigned')
const PAIR = '**/api/begin_device_pairing/'

const row = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text })
const newSerial = () => `SN-${Math.random().toString(36).slice(2, 10)}`

async function onPlatform(newPage: NewPage): Promise<Page> {
  const page = await newPage(platform)
  await beforeTheApp(page)
  await callsOn(page).tenantChoose({ tenant_id: 1 })
  return page
}

/** Adds devices and gives them to nord, for tests that start from devices owned by nord. */
async function devicesAtNord(count: number) {
  const { deviceChange, devicesAssign, customerSearch, devicesList } = await platformAtNord()
  const serials = Array.from({ length: count }, newSerial)
  const { device_ids } = await deviceChange({ action: 'add', serial_numbers: serials })
  const nord = (await customerSearch({ account_role: 1, search_text: 'comptoir nord' })).content[0]?.customer_id ?? ''
  await devicesAssign({ device_ids, customer_id: nord })
  const devices = await Promise.all(device_ids.map(async (device_id) => (await devicesList({ filters: { device_id } })).content[0]))
  return devices.map((device) => ({ device_id: device?.device_id ?? '', tag: device?.tag ?? '', serial: device?.serial_number ?? '' }))
}

/** Tries to sell the till's first card. The caller checks the outcome on the page, because the sale may be refused. */
async function sellOne(page: Page) {
  await go(page, '/cashcards/')
  const search = page.getByRole('searchbox', { name: t('selling.find.label') })
  await expect.poll(() => search.evaluate((field) => field === document.activeElement)).toBe(true)
  await page.keyboard.type('lyca')
  await page.keyboard.press('Enter')
  await page.getByRole('form', { name: t('house.words.sale') }).waitFor()
  await enterToSell(page)
}
const isSold = (page: Page) =>
  page
    .getByRole('region', { name: t('selling.sold.title') })
    .getByText(t('selling.sold.printed'))
    .waitFor()
const isRefused = (page: Page, why: string) => page.getByRole('alert').filter({ hasText: why }).waitFor()

test('a device is scanned, given to a reseller, given on to a shop and paired by a link from the reseller; the shop then sells on this device and on no other', {
  timeout: 400_000,
}, async ({ newPage }) => {
  const [first, second] = [newSerial(), newSerial()]
  const shop = await newShop()
  const office = await onPlatform(newPage)
  await scan(office, [first, second, first])
  await assign(office, [first, second], 'Comptoir Nord')

  const nord = await newPage(reseller)
  await assign(nord, [first], shop.name, t('devices.bound.yes'))
  const counter = await newPage()
  await catchPrints(counter)
  await signIn(counter, shop.username)
  await sellOne(counter)
  await isRefused(counter, NOT_ASSIGNED)
  await shoot(counter, 'till not the assigned device')

  const { link, code } = await pairing(nord, shop.customer_id, first)
  const terminal = await newPage()
  await catchPrints(terminal)
  await terminal.goto(new URL(link).pathname + new URL(link).search)
  await typeSignIn(terminal, shop.username)
  await expect.poll(() => terminal.getByLabel(t('fields.code'), { exact: true }).inputValue()).toBe(code)
  await terminal.getByRole('button', { name: t('house.screens.device_pair') }).click()
  await terminal.getByText(begins('devices.is_paired')).waitFor()
  await shoot(terminal, 'device paired')
  await sellOne(terminal)
  await isSold(terminal)
  await sellOne(counter)
  await isRefused(counter, NOT_ASSIGNED)

  await nord.getByRole('button', { name: t('house.words.done') }).click()
  const paired = row(nord, first)
  await nord.reload()
  expect(await paired.getByRole('cell').last().textContent()).toContain(t('devices.pair'))
  expect(await paired.textContent()).toMatch(new RegExp(`\\d\\d\\.\\d\\d\\.\\d{4},\\s\\d\\d:\\d\\d.*${t('words.yes_small')}`))
  await paired.getByRole('button', { name: begins('devices.take_back') }).click()
  await pressInDialog(nord, t('devices.take_back', { n: 0 }))
  await nord.getByText(t('devices.nothing_customer')).waitFor()
  await sellOne(terminal)
  await isRefused(terminal, NOT_ASSIGNED)
})

test('a shop bound to its devices sells only while its terminal is activated', { timeout: 400_000 }, async ({ newPage }) => {
  const shop = await newShop()
  const [device] = await devicesAtNord(1)
  const nord = await newPage(reseller)
  await beforeTheApp(nord)
  await callsOn(nord).devicesAssign({ device_ids: [device?.device_id ?? ''], customer_id: shop.customer_id, bind: true })
  const { code } = await callsOn(nord).devicePairing({ device_id: device?.device_id ?? '' })
  const till = await newPage()
  await catchPrints(till)
  await signIn(till, shop.username)
  await go(till, '/device/pair')
  await till.getByLabel(t('fields.code'), { exact: true }).fill('00000000')
  await till.getByRole('button', { name: t('house.screens.device_pair') }).click()
  await till.getByRole('alert').getByText(t('errors.refusals.pairing_wrong')).waitFor()
  await till.getByLabel(t('fields.code'), { exact: true }).fill(`${code.slice(0, 4)} ${code.slice(4)}`)
  await till.keyboard.press('Enter')
  await till.getByText(t('devices.is_paired', { tag: device?.tag ?? '' })).waitFor()

  const terminal_id = `EP-${Math.random().toString(36).slice(2, 8)}`
  await go(nord, `/terminals?q=${shop.username}`)
  await nord.getByRole('button', { name: begins('customers.terminal.activate') }).click()
  await nord
    .getByRole('dialog')
    .getByRole('textbox', { name: t('customers.terminal.id') })
    .fill(terminal_id)
  await pressInDialog(nord, t('customers.terminal.activate'))
  await row(nord, terminal_id).getByText(t('customers.terminal.states.activated')).waitFor()
  await sellOne(till)
  await isSold(till)
  await nord.getByRole('button', { name: begins('customers.terminal.deactivate') }).click()
  await pressInDialog(nord, t('customers.terminal.deactivate'))
  await row(nord, terminal_id).getByText(t('customers.terminal.states.inactive')).waitFor()
  await sellOne(till)
  await isRefused(till, t('errors.refusals.terminal_inactive'))
  expect(await exported(nord)).toMatch(new RegExp(`"${shop.name}";"${terminal_id}";"Arras";"Inactif";`))
  await go(nord, `/customer/details/${shop.customer_id}?tab=history`)
  for (const line of [
    `${t('customers.history.kinds.terminal_on')} ${terminal_id}`,
    t('customers.history.kinds.terminal_off'),
    `${t('customers.history.kinds.devices_given')} ${device?.tag}`,
    `${t('customers.history.kinds.device_paired')} ${device?.tag}`,
  ])
    await nord.getByRole('listitem').filter({ hasText: line }).waitFor()
})

test('a serial number in use is refused, and the message names the tag of the device that has the number; a lost device is taken from its owner', async ({
  newPage,
}) => {
  const [device] = await devicesAtNord(1)
  const office = await onPlatform(newPage)
  await go(office, '/device/add')
  await office.getByRole('textbox', { name: t('fields.serial') }).fill(device?.serial ?? '')
  await office.keyboard.press('Enter')
  await office.getByRole('button', { name: t('devices.add_count', { n: 1 }) }).click()
  await office
    .getByRole('alert')
    .getByText(t('errors.next.serial_taken', { serial_number: device?.serial ?? '', tag: device?.tag ?? '' }))
    .waitFor()
  await go(office, `/devices?q=${device?.serial}`)
  await office.getByRole('link', { name: device?.tag }).click()
  expect(new URL(office.url()).pathname).toBe(`/device/edit/${device?.device_id}`)
  await office.getByRole('heading', { level: 1, name: device?.tag }).waitFor()
  await office.getByLabel(begins('fields.state')).selectOption({ label: t('devices.statuses.lost') })
  await office.getByRole('button', { name: t('house.words.save') }).click()
  await office.waitForURL('**/devices')
  await go(office, `/devices?q=${device?.serial}`)
  await row(office, device?.serial ?? '')
    .getByText(t('devices.statuses.lost'))
    .waitFor()
  const nord = await newPage(reseller)
  await go(nord, `/user/devices?q=${device?.serial}`)
  await nord.getByText(t('house.empty.no_match')).waitFor()
})

test('reseller staff whose only right is the one for devices give devices to shops, and a shop sees only its own devices', async ({ newPage }) => {
  const [device] = await devicesAtNord(1)
  const shop = await newShop({ flags: ['has_cash_card', 'has_device'] })
  const { username } = await newStaff({ flags: ['has_device'] })
  const staff = await newPage()
  await signIn(staff, username)
  await assign(staff, [device?.serial ?? ''], shop.name)
  for (const path of ['/devices', '/device/add', '/customers/view']) {
    await go(staff, path)
    await staff.getByRole('heading', { name: t('house.screens.not_authorized') }).waitFor()
  }
  const theirs = await newPage()
  await signIn(theirs, shop.username)
  await go(theirs, '/user/devices')
  await row(theirs, device?.serial ?? '').waitFor()
  expect(await theirs.getByRole('row').count()).toBe(2)
  await shoot(theirs, 'devices of a shop')
})

/** Scans serial numbers. One of them is scanned twice: the page reports it and adds the device once. */
async function scan(page: Page, serials: readonly string[]) {
  await go(page, '/device/add')
  const field = page.getByRole('textbox', { name: t('fields.serial') })
  for (const serial of serials) {
    await field.fill(serial)
    await field.press('Enter')
  }
  await page.getByText(t('devices.scanned_twice', { serial: serials[0] ?? '' })).waitFor()
  await page.getByRole('button', { name: t('devices.add_count', { n: 2 }) }).click()
  await page.waitForURL('**/devices?**')
  for (const serial of serials) await row(page, serial).getByText(t('devices.statuses.free')).waitFor()
}

async function assign(page: Page, serials: readonly string[], to: string, bind?: string) {
  await go(page, '/assign/devices/')
  const search = page.getByRole('searchbox')
  for (const serial of serials) {
    await search.fill(serial)
    await row(page, serial).getByRole('checkbox').check()
  }
  const who = page.getByRole('combobox', { name: /^(Client|Revendeur)$/ })
  await who.fill(to)
  await page.getByRole('listbox').getByRole('option', { name: to }).click()
  if (bind) await page.getByLabel(bind).check()
  await shoot(page, `assigning to ${to}`)
  await page.getByRole('button', { name: begins('devices.assign_count') }).click()
  await page.getByText(t('house.empty.no_match')).waitFor()
}

/** Exports the list on the screen; returns the content of the file. */
async function exported(page: Page): Promise<string> {
  await listTool(page, t('pages.list.export', { n: 1 }))
  await pressInDialog(page, t('pages.list.export', { n: 1 }))
  const save = page.getByRole('button', { name: t('words.download') })
  const [file] = await Promise.all([page.waitForEvent('download'), save.click()])
  return readFileSync(await file.path(), 'utf8')
}

async function pairing(page: Page, customer_id: string, serial: string) {
  await go(page, `/customer/devices/${customer_id}`)
  const [answer] = await Promise.all([
    page.waitForResponse(PAIR),
    row(page, serial)
      .getByRole('button', { name: begins('devices.pair') })
      .click(),
  ])
  await page.getByRole('img', { name: t('devices.qr') }).waitFor()
  return (await answer.json()) as { link: string; code: string }
}
