// Settings and what they change: a new password, an authenticator app, opening hours that are enforced, and a colour mode that follows the account.
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { appCode } from '../../../server/kit/codes.ts'
import { DEMO_PASSWORD } from '../../../server/seeds/demo-world.ts'
import { enterToSell, shoot, signIn, test, typeSignIn } from '../../kit/browser.ts'
import { beforeTheApp, callsOn } from '../../kit/calls.ts'
import { overtaken } from '../../kit/moments.ts'
import { go } from '../../kit/open-page.ts'
import { newStaff } from '../../kit/people.ts'
import { begins, holds, t } from '../../kit/texts.ts'

const NEW = 'Kastanie#7 am Fenster'
const STEP_MS = 30_000
/** A shop that only this journey uses. */
const DOM = { host: 'rhein.localhost', kept: { language: 'fr' } }

const section = (page: Page, name: string) => page.getByRole('region', { name })
async function open(page: Page, tab: string, name: string) {
  await go(page, `/settings?tab=${tab}`)
  const opened = section(page, name)
  await opened.locator('.card').first().waitFor()
  return opened
}
async function signOut(page: Page) {
  await page.getByRole('button', { name: begins('house.shell.account') }).click()
  await page.getByRole('button', { name: t('auth.loading.logout') }).click()
  await page.getByRole('button', { name: t('auth.login.submit'), exact: true }).waitFor()
}
async function changePassword(page: Page, from: string, to: string) {
  const password = section(page, t('settings.tabs.password'))
  await password
    .getByLabel(t('settings.current_password'), { exact: true })
    .or(password.getByLabel(t('settings.password.given'), { exact: true }))
    .fill(from)
  await password.getByLabel(t('settings.password.new'), { exact: true }).fill(to)
  await password.getByRole('button', { name: t('settings.password.submit') }).click()
}
const inside = (url: URL) => !/^\/(login|loading)?$/.test(url.pathname)

test('a new password ends the session of another browser, and the form ticks off each password rule while the user types', async ({ newPage }) => {
  const { username } = await newStaff()
  const [here, there] = [await newPage(), await newPage()]
  await signIn(here, username)
  await signIn(there, username)
  const password = await open(here, 'password', t('settings.tabs.password'))
  await password.getByLabel(t('settings.password.new'), { exact: true }).fill('Kastanie')
  expect(await password.locator('li[data-met]').count(), 'long, with a capital and a small letter, and without a name').toBe(4)
  await changePassword(here, DEMO_PASSWORD, DEMO_PASSWORD)
  await password.getByRole('alert').getByText(t('errors.problems.password_same')).waitFor()
  await changePassword(here, DEMO_PASSWORD, NEW)
  await password.getByText(t('settings.password.done')).waitFor()
  await there.goto('/settings')
  await there.waitForURL('**/login?ended=1*')
  await typeSignIn(there, username, NEW)
  await there.waitForURL(inside)
  const places = await open(here, 'places', t('settings.tabs.places'))
  await places.getByRole('button', { name: begins('settings.places.end_name', { device: 'Chrome' }) }).click()
  await places.getByText(t('settings.places.only_here')).waitFor()
})

test('a user signs in with the code of a new authenticator app, then with a recovery code, and switches the app off', async ({ newPage }) => {
  const { username } = await newStaff()
  const page = await newPage()
  await signIn(page, username)
  const code = await open(page, 'code', t('settings.tabs.code'))
  await code.getByRole('button', { name: t('settings.code.begin') }).click()
  await code.getByLabel(t('settings.current_password'), { exact: true }).fill(DEMO_PASSWORD)
  await code.getByRole('button', { name: t('house.words.next') }).click()
  await code.getByRole('img', { name: begins('settings.code.picture') }).waitFor()
  const secret = ((await code.locator('.mono').first().textContent()) ?? '').replaceAll(' ', '')
  await shoot(page, 'setting-up-a-code')
  await code.getByLabel(t('entry.code.label'), { exact: true }).fill('000000')
  await code.getByRole('alert').waitFor()
  expect(new URL(page.url()).pathname).toBe('/settings')
  await code.getByLabel(t('entry.code.label'), { exact: true }).fill(appCode(secret, new Date()))
  await code.getByRole('heading', { name: t('settings.code.recovery_title') }).waitFor()
  const recovery = await code.getByRole('listitem').allTextContents()
  expect(recovery).toHaveLength(10)
  await shoot(page, 'recovery-codes')
  await code.getByRole('button', { name: t('settings.code.kept') }).click()
  await code.getByText(t('settings.code.on_app')).waitFor()

  await signOut(page)
  await typeSignIn(page, username)
  await page.getByLabel(t('entry.code.label'), { exact: true }).fill(appCode(secret, new Date(Date.now() + STEP_MS)))
  await page.waitForURL(inside)
  await signOut(page)
  await typeSignIn(page, username)
  await page.getByRole('button', { name: t('entry.code.use_recovery') }).click()
  await page.getByLabel(t('entry.code.recovery')).fill(recovery[3] ?? '')
  await page.keyboard.press('Enter')
  await page.waitForURL(inside)

  const again = await open(page, 'code', t('settings.tabs.code'))
  await again.getByText(holds(t('settings.code.recovery_left'), ': 9')).waitFor()
  await again.getByRole('button', { name: t('words.switch_off') }).click()
  await page.getByRole('dialog').getByLabel(t('settings.current_password'), { exact: true }).fill(DEMO_PASSWORD)
  await page.keyboard.press('Enter')
  await again.getByText(begins('settings.code.off')).waitFor()
})

test('changing the address that gets the codes requires the password, and the address cannot be left empty', async ({ newPage }) => {
  const { username, email } = await newStaff()
  const page = await newPage()
  await signIn(page, username)
  const profile = await open(page, 'profile', t('settings.tabs.profile'))
  const password = profile.getByLabel(t('settings.current_password'), { exact: true })
  const save = profile.getByRole('button', { name: t('house.words.save') })
  await profile.getByLabel(t('fields.email')).fill('')
  await save.click()
  await profile.getByText(t('errors.problems.required')).waitFor()
  await profile.getByLabel(t('fields.email')).fill(`new.${email}`)
  await password.fill('wrong')
  await save.click()
  await profile.getByRole('alert').getByText(t('errors.refusals.password_wrong')).waitFor()
  await password.fill(DEMO_PASSWORD)
  await save.click()
  await profile.getByText(t('house.words.saved'), { exact: true }).waitFor()
  await page.reload()
  await expect.poll(() => profile.getByLabel(t('fields.email')).inputValue()).toBe(`new.${email}`)
})

test('a user whose password was set by a manager sees only the form to choose a new one', async ({ newPage }) => {
  const { username } = await newStaff()
  const manager = await newPage({ as: 'nord' })
  await beforeTheApp(manager)
  await callsOn(manager).passwordChange({ username, new_password: NEW })
  const page = await newPage()
  await page.goto('/login')
  await typeSignIn(page, username, NEW)
  await page.waitForURL('**/settings?tab=password')
  await page.getByText(t('settings.password.must')).waitFor()
  expect(await page.getByRole('link', { name: t('settings.tabs.profile') }).count()).toBe(0)
  await go(page, '/inventory/view')
  await page.waitForURL('**/settings?tab=password')
  await changePassword(page, NEW, DEMO_PASSWORD)
  await page.waitForURL('**/dashboard')
})

test('if the opening hours are binding, the till sells nothing outside them and says why; within them it sells', async ({ newPage }) => {
  const page = await newPage({ ...DOM, as: 'dom' })
  const hours = await open(page, 'hours', t('settings.tabs.hours'))
  for (const day of [
    t('settings.hours.days.mon'),
    t('settings.hours.days.tue'),
    t('settings.hours.days.wed'),
    t('settings.hours.days.thu'),
    t('settings.hours.days.fri'),
    t('settings.hours.days.sat'),
    t('settings.hours.days.sun'),
  ])
    await hours.getByRole('group', { name: day }).getByRole('switch').uncheck()
  await hours.getByRole('switch', { name: t('settings.hours.binding') }).check()
  await hours.getByRole('button', { name: t('house.words.save') }).click()
  await hours.getByText(t('house.words.saved'), { exact: true }).waitFor()
  await go(page, '/cashcards/')
  await page
    .getByRole('button', { name: /^Lycamobile/ })
    .first()
    .click()
  const sale = page.getByRole('form', { name: t('house.words.sale') })
  await sale.waitFor()
  await enterToSell(page)
  await page.getByRole('alert').getByText(t('errors.refusals.shop_closed')).waitFor()
  await shoot(page, 'shop-closed')
  const again = await open(page, 'hours', t('settings.tabs.hours'))
  await again.getByRole('switch', { name: t('settings.hours.binding') }).uncheck()
  await again.getByRole('button', { name: t('house.words.save') }).click()
  await again.getByText(t('house.words.saved'), { exact: true }).waitFor()
})

test('letter keys that a user has switched off open nothing in any browser of this user', async ({ newPage }) => {
  const { username } = await newStaff()
  const page = await newPage()
  await signIn(page, username)
  const keyboard = await open(page, 'keyboard', t('house.shell.keyboard'))
  const saved = page.waitForResponse('**/api/update_settings/')
  // A switch of a setting that is stored with the account shows its new state only a moment after the click, so the test uses click() and not
  // check().
  await keyboard.getByRole('switch').click()
  await saved
  const other = await newPage()
  await signIn(other, username)
  await go(other, '/settings')
  await section(other, t('settings.tabs.profile')).locator('.card').first().waitFor()
  for (const key of ['g', 'i']) await other.keyboard.press(key)
  // A letter key opens its screen at once, so a key that still worked would have changed the address before this point.
  await overtaken(other)
  expect(new URL(other.url()).pathname).toBe('/settings')
  const on = await open(other, 'keyboard', t('house.shell.keyboard'))
  await on.getByRole('switch').click()
  await expect.poll(() => on.getByRole('switch').isChecked()).toBe(true)
  await other.getByRole('heading', { level: 1 }).click()
  for (const key of ['g', 'i']) await other.keyboard.press(key)
  await other.waitForURL('**/inventory/view')
})

test('the dark mode stays after signing out, and colleagues see the template chosen by the manager', async ({ newPage }) => {
  const manager = await newPage({ as: 'kiosque' })
  const look = await open(manager, 'look', t('settings.tabs.look'))
  await look.getByRole('radio', { name: begins('settings.look.template_name', { number: 3 }) }).click()
  await expect.poll(() => manager.getAttribute('html', 'data-template')).toBe('2')
  await look.getByRole('button', { name: begins('settings.look.use') }).click()
  await look.getByText(t('house.words.saved'), { exact: true }).waitFor()
  const colleague = await newPage({ as: 'kiosque-caisse' })
  const theirs = await open(colleague, 'look', t('settings.tabs.look'))
  await expect.poll(() => colleague.getAttribute('html', 'data-template')).toBe('2')
  await theirs.getByRole('radio', { name: begins('settings.look.template_name', { number: 6 }) }).click()
  await theirs.getByText(t('settings.managers_only', { organisation: 'Kiosque Nord' })).waitFor()
  await colleague.getByRole('link', { name: t('settings.tabs.profile') }).click()
  await expect.poll(() => colleague.getAttribute('html', 'data-template')).toBe('2')
  await callsOn(manager).settingsUpdate({ template: 0 })

  const { username } = await newStaff()
  const page = await newPage()
  await signIn(page, username)
  const saved = page.waitForResponse('**/api/update_settings/')
  await (await open(page, 'look', t('settings.tabs.look'))).getByRole('radio', { name: t('pages.mode.dark') }).click()
  await saved
  await signOut(page)
  await expect.poll(() => page.getAttribute('html', 'data-mode')).toBe('light')
  await typeSignIn(page, username)
  await page.waitForURL(inside)
  await expect.poll(() => page.getAttribute('html', 'data-mode')).toBe('dark')
})
