// People and their rights, as a manager sees them: a new user sees only the screens of their rights, a stopped user is signed out, and a waiting device is
// approved.
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { shoot, signIn, test, typeSignIn } from '../../kit/browser.ts'
import { letterTo, linkIn } from '../../kit/calls.ts'
import { newStaff, register } from '../../kit/people.ts'
import { begins, t } from '../../kit/texts.ts'

const inside = (page: Page) => page.waitForURL('**/dashboard')
/** Returns the names of the menu's entries, once the menu is drawn, because the address changes before that. */
async function menuOf(page: Page) {
  const items = page
    .getByRole('navigation', { name: t('house.shell.navigation') })
    .first()
    .getByRole('listitem')
  await items.first().waitFor()
  return items.allTextContents()
}
const stockMenu = () => [
  t('house.screens.dashboard'),
  t('house.screens.products'),
  t('house.screens.stock'),
  t('house.screens.suppliers'),
  t('house.screens.pools'),
  t('house.screens.gift_cards'),
  t('house.screens.open_matters'),
  t('house.screens.stock_report'),
]
/** The entries about stock in the menu's preview, each with the names of its tabs. */
const stockPreview = () => {
  const beside = new Map([
    [t('house.screens.stock'), [t('house.screens.stock'), t('house.screens.stock_add'), t('house.screens.reorder'), t('house.screens.inventory_search')]],
    [t('house.screens.suppliers'), [t('house.screens.suppliers'), t('house.screens.supplier_contacts')]],
    [t('house.screens.stock_report'), [t('house.screens.stock_report'), t('house.screens.stock_history')]],
  ])
  return stockMenu().map((name) => `${name}${beside.get(name)?.join(', ') ?? ''}`)
}

async function openPerson(page: Page, username: string) {
  await page.goto(`/staff/view?q=${username}`)
  await page.getByRole('row').filter({ hasText: username }).getByRole('link').first().click()
  await page.getByRole('heading', { name: t('staff.preview.title') }).waitFor()
}

test('a user with the rights for stock sees the stock screens and nothing else, until the account is stopped', async ({ newPage }) => {
  const manager = await newPage({ as: 'nord' })
  const username = `stock.${Math.random().toString(36).slice(2, 10)}`
  const email = `${username}@example.test`
  await manager.goto('/staff/add')
  await manager.getByRole('textbox', { name: t('fields.username') }).fill(username)
  await manager.getByRole('textbox', { name: t('staff.full_name') }).fill('Sacha Stock')
  await manager.getByRole('textbox', { name: t('fields.email') }).fill(email)
  await manager.getByRole('radio', { name: begins('staff.matrix.stock') }).click()
  const given = manager.getByRole('status', { name: t('fields.flags') }).getByRole('listitem')
  expect(await given.allTextContents()).toEqual((['has_product', 'has_supplier', 'has_inventory'] as const).map((flag) => t(`words.rights.${flag}`)))
  expect(
    await manager
      .getByRole('region', { name: t('staff.preview.title') })
      .getByRole('listitem')
      .allTextContents(),
  ).toEqual(stockPreview())
  await manager.getByRole('button', { name: t('words.add_and_send_the_link') }).click()
  await manager.getByRole('heading', { name: t('words.added_name', { name: 'Sacha Stock' }) }).waitFor()

  await register({ username, email, link: linkIn(await letterTo(email, 'registration')) })
  const page = await newPage()
  await signIn(page, username)
  await inside(page)
  expect(await menuOf(page)).toEqual(stockMenu())
  await page.goto('/customers/view')
  await page.getByRole('heading', { name: t('house.screens.not_authorized') }).waitFor()
  await page.goto('/inventory/view')
  await page.getByRole('row').nth(1).waitFor()

  await openPerson(manager, username)
  await manager.getByRole('button', { name: t('staff.stop.stop') }).click()
  const dialog = manager.getByRole('dialog')
  await dialog.getByRole('textbox', { name: begins('fields.reason') }).fill('Fin de contrat')
  await dialog.getByRole('button', { name: t('staff.stop.stop') }).click()
  await manager.getByRole('button', { name: t('staff.stop.restart') }).waitFor()

  await page
    .getByRole('link', { name: t('house.screens.products'), exact: true })
    .first()
    .click()
  await page.waitForURL('**/login*')
  expect(await page.evaluate(() => localStorage.getItem('accessToken'))).toBeNull()
  await typeSignIn(page, username)
  await page.getByText(t('errors.refusals.login_wrong')).waitFor()
})

test('before a change of rights is saved, a preview shows the screens gained and lost; the user’s menu then changes accordingly', async ({ newPage }) => {
  const { username } = await newStaff()
  const page = await newPage()
  await signIn(page, username)
  expect(await menuOf(page)).toContain(t('house.screens.stock'))

  const manager = await newPage({ as: 'nord' })
  await openPerson(manager, username)
  await manager.getByText(t('staff.matrix.more')).click()
  await manager.getByRole('switch', { name: t('words.rights.has_inventory') }).uncheck({ force: true })
  await manager.getByRole('radio', { name: t('staff.matrix.levels.read') }).click()
  await manager.getByRole('button', { name: t('house.words.save') }).click()
  const dialog = manager.getByRole('dialog')
  expect(await dialog.getByRole('listitem').allTextContents()).toEqual([t('words.rights.has_customers_read'), t('words.rights.has_inventory')])
  await dialog.getByRole('button', { name: t('staff.effect.confirm') }).click()
  await manager.getByText(begins('staff.form.saved')).waitFor()

  await page.reload()
  await page.getByRole('main').waitFor()
  await expect
    .poll(() => menuOf(page))
    .toEqual([t('house.screens.dashboard'), t('house.screens.customers'), t('house.screens.open_matters'), t('house.screens.discount_report')])
})

test('a manager is told of a waiting device, and approves it with the number that the device shows', async ({ newPage }) => {
  const { username } = await newStaff({ login_approval: true })
  const manager = await newPage({ as: 'nord' })
  await manager.goto('/login-requests')
  await manager.getByRole('heading', { level: 1, name: t('house.screens.login_requests') }).waitFor()
  await manager.waitForResponse('**/api/view_login_requests/')

  const page = await newPage()
  await page.goto('/login')
  await typeSignIn(page, username)
  await page.getByRole('heading', { name: t('entry.approval.title') }).waitFor()
  const number = (await page.locator('dd').last().textContent()) ?? ''

  const request = manager.getByRole('row').filter({ hasText: username })
  await request.waitFor()
  await manager
    .getByRole('status')
    .filter({ hasText: begins('staff.requests.new') })
    .waitFor({ state: 'attached' })
  await shoot(manager, 'login requests')
  await request.getByRole('button', { name: begins('words.approve') }).click()
  const typed = manager.getByRole('dialog').getByRole('textbox', { name: t('staff.requests.number') })
  await typed.fill(number === '99' ? '98' : '99')
  await manager.keyboard.press('Enter')
  await manager.getByRole('dialog').getByText(t('errors.refusals.number_wrong')).waitFor()
  await typed.fill(number)
  await manager.keyboard.press('Enter')
  await inside(page)
  await request.getByText(t('words.request_states.approved')).waitFor()
})
