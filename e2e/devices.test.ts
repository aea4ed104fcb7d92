// Devices from the scanner to the till: the platform adds them, a reseller passes them on, and a shop bound to them sells only on the paired browser.
import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { enterToSell, type PageOptions, shoot, signIn, test, typeSignIn } from './browser.ts'
import { callsOn } from './calls.ts'
import { newStaff } from './people.ts'
import { catchPrints } from './printing.ts'
import { newShop } from './shop.ts'

type NewPage = (options?: PageOptions) => Promise<Page>

const reseller = { as: 'nord' }
const platform = { as: 'platform', host: 'platform.localhost', kept: { language: 'fr' } }
const NOT_ASSIGNED = 'Cet appareil n’est pas celui qui est attribué'
const PAIR = '**/api/begin_device_pairing/'

const row = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text })
const newSerial = () => `SN-${Math.random().toString(36).slice(2, 10)}`

async function onPlatform(newPage: NewPage): Promise<Page> {
  const page = await newPage(platform)
  await page.goto('/version')
  await callsOn(page).tenantChoose({ tenant_id: 1 })
  return page
}

/** With nord, for tests that start there. */
async function devicesAtNord(newPage: NewPage, count: number) {
  const page = await onPlatform(newPage)
  const { deviceChange, devicesAssign, customerSearch, devicesList } = callsOn(page)
  const serials = Array.from({ length: count }, newSerial)
  const { device_ids } = await deviceChange({ action: 'add', serial_numbers: serials })
  const nord = (await customerSearch({ account_role: 1, search_text: 'comptoir nord' })).content[0]?.customer_id ?? ''
  await devicesAssign({ device_ids, customer_id: nord })
  const devices = await Promise.all(device_ids.map(async (device_id) => (await devicesList({ filters: { device_id } })).content[0]))
  await page.context().close()
  return devices.map((device) => ({ device_id: device?.device_id ?? '', tag: device?.tag ?? '', serial: device?.serial_number ?? '' }))
}

/** Tries to sell the till's first card; the page shows the outcome. */
async function sellOne(page: Page) {
  await page.goto('/cashcards/')
  const search = page.getByRole('searchbox', { name: 'Chercher un produit' })
  await expect.poll(() => search.evaluate((field) => field === document.activeElement)).toBe(true)
  await page.keyboard.type('lyca')
  await page.keyboard.press('Enter')
  await page.getByRole('form', { name: 'Vente' }).waitFor()
  await enterToSell(page)
}
const isSold = (page: Page) => page.getByRole('region', { name: 'Dernière vente' }).getByText('Vendu, ticket imprimé').waitFor()
const isRefused = (page: Page, why: string) => page.getByRole('alert').filter({ hasText: why }).waitFor()

test('scanned in a row, given to a reseller, on to a shop, paired by the link: the shop sells there, and nowhere else', { timeout: 400_000 }, async ({
  newPage,
}) => {
  const [first, second] = [newSerial(), newSerial()]
  const shop = await newShop(newPage)
  const office = await onPlatform(newPage)
  await scan(office, [first, second, first])
  await assign(office, [first, second], 'Comptoir Nord')

  const nord = await newPage(reseller)
  await assign(nord, [first], shop.name, 'Oui, uniquement sur ceux-ci')
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
  await expect.poll(() => terminal.getByLabel('Code', { exact: true }).inputValue()).toBe(code)
  await terminal.getByRole('button', { name: 'Associer ce navigateur' }).click()
  await terminal.getByText(/^Ce navigateur est désormais/).waitFor()
  await shoot(terminal, 'device paired')
  await sellOne(terminal)
  await isSold(terminal)
  await sellOne(counter)
  await isRefused(counter, NOT_ASSIGNED)

  await nord.getByRole('button', { name: 'Terminé' }).click()
  const paired = row(nord, first)
  await nord.reload()
  expect(await paired.getByRole('cell').last().textContent()).toContain('Associer')
  expect(await paired.textContent()).toMatch(/\d\d\.\d\d\.\d{4}, \d\d:\d\d.*oui/)
  await paired.getByRole('button', { name: /^Reprendre/ }).click()
  await nord.getByRole('dialog').getByRole('button', { name: 'Reprendre' }).click()
  await nord.getByText('Aucun appareil ici').waitFor()
  await sellOne(terminal)
  await isRefused(terminal, NOT_ASSIGNED)
})

test('a shop bound to its devices sells only while its terminal is activated', { timeout: 400_000 }, async ({ newPage }) => {
  const shop = await newShop(newPage)
  const [device] = await devicesAtNord(newPage, 1)
  const nord = await newPage(reseller)
  await nord.goto('/version')
  await callsOn(nord).devicesAssign({ device_ids: [device?.device_id ?? ''], customer_id: shop.customer_id, bind: true })
  const { code } = await callsOn(nord).devicePairing({ device_id: device?.device_id ?? '' })
  const till = await newPage()
  await catchPrints(till)
  await signIn(till, shop.username)
  await till.goto('/device/pair')
  await till.getByLabel('Code', { exact: true }).fill('00000000')
  await till.getByRole('button', { name: 'Associer ce navigateur' }).click()
  await till.getByRole('alert').getByText('Aucun appareil n’a ce code ici').waitFor()
  await till.getByLabel('Code', { exact: true }).fill(`${code.slice(0, 4)} ${code.slice(4)}`)
  await till.keyboard.press('Enter')
  await till.getByText(`Ce navigateur est désormais ${device?.tag}`).waitFor()

  const terminal_id = `EP-${Math.random().toString(36).slice(2, 8)}`
  await nord.goto(`/terminals?q=${shop.username}`)
  await nord.getByRole('button', { name: /^Activer/ }).click()
  await nord.getByRole('dialog').getByRole('textbox', { name: 'Identifiant du terminal' }).fill(terminal_id)
  await nord.getByRole('dialog').getByRole('button', { name: 'Activer' }).click()
  await row(nord, terminal_id).getByText('Activé').waitFor()
  await sellOne(till)
  await isSold(till)
  await nord.getByRole('button', { name: /^Désactiver/ }).click()
  await nord.getByRole('dialog').getByRole('button', { name: 'Désactiver' }).click()
  await row(nord, terminal_id).getByText('Inactif').waitFor()
  await sellOne(till)
  await isRefused(till, 'Le terminal n’est pas activé')
  expect(await exported(nord)).toMatch(new RegExp(`"${shop.name}";"${terminal_id}";"Arras";"Inactif";`))
  await nord.goto(`/customer/details/${shop.customer_id}?tab=history`)
  for (const line of [`Terminal activé ${terminal_id}`, 'Terminal désactivé', `Appareils attribués ${device?.tag}`, `associé à un appareil ${device?.tag}`])
    await nord.getByRole('listitem').filter({ hasText: line }).waitFor()
})

test('a serial number known already is refused with its tag, and a lost device is nowhere any more', async ({ newPage }) => {
  const [device] = await devicesAtNord(newPage, 1)
  const office = await onPlatform(newPage)
  await office.goto('/device/add')
  await office.getByRole('textbox', { name: 'Numéro de série' }).fill(device?.serial ?? '')
  await office.keyboard.press('Enter')
  await office.getByRole('button', { name: 'Ajouter un appareil' }).click()
  await office.getByRole('alert').getByText(`${device?.serial} est ${device?.tag}.`).waitFor()
  await office.goto(`/devices?q=${device?.serial}`)
  await office.getByRole('link', { name: device?.tag }).click()
  expect(new URL(office.url()).pathname).toBe(`/device/edit/${device?.device_id}`)
  await office.getByRole('heading', { level: 1, name: device?.tag }).waitFor()
  await office.getByLabel(/^Statut/).selectOption({ label: 'Perdu' })
  await office.getByRole('button', { name: 'Enregistrer' }).click()
  await office.waitForURL('**/devices')
  await office.goto(`/devices?q=${device?.serial}`)
  await row(office, device?.serial ?? '')
    .getByText('Perdu')
    .waitFor()
  const nord = await newPage(reseller)
  await nord.goto(`/user/devices?q=${device?.serial}`)
  await nord.getByText('Aucun résultat').waitFor()
})

test('each sees its own: staff with this right alone give devices on, a shop sees those it has, the platform’s list is the platform’s', async ({ newPage }) => {
  const [device] = await devicesAtNord(newPage, 1)
  const shop = await newShop(newPage, { flags: ['has_cash_card', 'has_device'] })
  const { username } = await newStaff(newPage, { flags: ['has_device'] })
  const staff = await newPage()
  await signIn(staff, username)
  await assign(staff, [device?.serial ?? ''], shop.name)
  for (const path of ['/devices', '/device/add', '/customers/view']) {
    await staff.goto(path)
    await staff.getByRole('heading', { name: 'Vous n’êtes pas autorisé' }).waitFor()
  }
  const theirs = await newPage()
  await signIn(theirs, shop.username)
  await theirs.goto('/user/devices')
  await row(theirs, device?.serial ?? '').waitFor()
  expect(await theirs.getByRole('row').count()).toBe(2)
  await shoot(theirs, 'devices of a shop')
})

/** A serial number scanned twice is reported, and taken once. */
async function scan(page: Page, serials: readonly string[]) {
  await page.goto('/device/add')
  const field = page.getByRole('textbox', { name: 'Numéro de série' })
  for (const serial of serials) {
    await field.fill(serial)
    await field.press('Enter')
  }
  await page.getByText(`${serials[0]} est déjà dans la liste.`).waitFor()
  await page.getByRole('button', { name: 'Ajouter 2 appareils' }).click()
  await page.waitForURL('**/devices?**')
  for (const serial of serials) await row(page, serial).getByText('Libre').waitFor()
}

async function assign(page: Page, serials: readonly string[], to: string, bind?: string) {
  await page.goto('/assign/devices/')
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
  await page.getByRole('button', { name: /^Attribuer (un|\d+) appareils?$/ }).click()
  await page.getByText('Aucun résultat').waitFor()
}

/** The exported file of the list on the screen, as text. */
async function exported(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Exporter 1 ligne' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Exporter 1 ligne' }).click()
  const save = page.getByRole('button', { name: 'Télécharger' })
  const [file] = await Promise.all([page.waitForEvent('download'), save.click()])
  return readFileSync(await file.path(), 'utf8')
}

async function pairing(page: Page, customer_id: string, serial: string) {
  await page.goto(`/customer/devices/${customer_id}`)
  const [answer] = await Promise.all([
    page.waitForResponse(PAIR),
    row(page, serial)
      .getByRole('button', { name: /^Associer/ })
      .click(),
  ])
  await page.getByRole('img', { name: 'Code QR' }).waitFor()
  return (await answer.json()) as { link: string; code: string }
}
