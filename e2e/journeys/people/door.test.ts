// The login page: who may sign in, which page each user sees first, and which message anybody else gets.
import { expect } from 'vitest'
import type { Language } from '../../../contract/kit/languages.ts'
import { originOf, shoot, signIn, test, typeSignIn } from '../../kit/browser.ts'
import { newStaff } from '../../kit/people.ts'
import { begins, t, textIn } from '../../kit/texts.ts'

const door = (lang: Language) => ({ lang, submit: textIn(lang, 'auth.login.submit'), wrong: textIn(lang, 'errors.refusals.login_wrong') })
const languages = [
  { name: 'Français', ...door('fr') },
  { name: 'Deutsch', ...door('de') },
  { name: 'English', ...door('en') },
  { name: 'Türkçe', ...door('tr') },
  { name: 'Nederlands', ...door('nl') },
]

test('the login is in French at first; one press changes it, and the message about a wrong password, to any of five languages', async ({ newPage }) => {
  const page = await newPage()
  await page.goto('/')
  await page.getByRole('button', { name: t('auth.login.submit') }).waitFor()
  expect(await page.getAttribute('html', 'lang')).toBe('fr')
  expect(await page.title()).toBe(`Comptoir Nord | ${t('auth.login.title')}`)
  await typeSignIn(page, 'nobody-here', 'wrong')
  await page.getByRole('alert').waitFor()
  for (const { name, lang, submit, wrong } of languages) {
    await page.getByRole('button', { name, exact: true }).click()
    await page.getByRole('button', { name: submit, exact: true }).waitFor()
    await page.getByRole('alert').filter({ hasText: wrong }).waitFor()
    expect(await page.getAttribute('html', 'lang')).toBe(lang)
  }
  await page.reload()
  await page.getByRole('button', { name: textIn('nl', 'auth.login.submit'), exact: true }).waitFor()
  expect(await page.evaluate(() => localStorage.getItem('accessToken'))).toBeNull()
})

test('an unknown host name leads to the 404 page, which names it', async ({ newPage }) => {
  const page = await newPage({ host: 'nobody.localhost' })
  await page.goto('/login')
  await page.getByRole('heading', { name: t('auth.pages.no_shop') }).waitFor()
  expect(new URL(page.url()).pathname).toBe('/pages/error-404')
  expect(await page.getByRole('main').textContent()).toContain('nobody.localhost')
})

test('an address without a screen leads to the 404 page, whether or not a user is signed in', async ({ newPage }) => {
  for (const page of [await newPage(), await newPage({ as: 'sud' })]) {
    await page.goto('/no/such/page')
    await page.getByRole('heading', { name: t('auth.pages.not_found') }).waitFor()
    expect(new URL(page.url()).pathname).toBe('/pages/error-404')
  }
})

test('a user who is sent to the login comes back to the requested page, and never to another site', async ({ newPage }) => {
  const page = await newPage()
  await page.goto('/customers/view?q=kio')
  await page.waitForURL('**/login?to=*')
  await typeSignIn(page, 'nord')
  await page.getByRole('link', { name: 'Kiosque Nord', exact: true }).waitFor()
  expect(page.url()).toBe(`${originOf('localhost')}/customers/view?q=kio`)

  for (const to of ['//evil.example/x', 'https://evil.example/', '/\\evil.example']) {
    const stranger = await newPage()
    await stranger.goto(`/login?${new URLSearchParams({ to })}`)
    await typeSignIn(stranger, 'sud')
    await stranger.waitForURL(`${originOf('localhost')}/dashboard`)
  }
})

test('a signed-in user who opens the login is sent to the first screen, which in a shop is the till', async ({ newPage }) => {
  const page = await newPage({ as: 'kiosque-caisse' })
  await page.goto('/login')
  await page.waitForURL('**/cashcards/')
  await page.getByRole('heading', { name: t('house.screens.till') }).waitFor()
})

test('a user who opens a screen without its right reads which right is missing', async ({ newPage }) => {
  const page = await newPage({ as: 'nord-stock' })
  await page.goto('/customers/view')
  await page.getByRole('heading', { name: t('auth.pages.not_authorized') }).waitFor()
  expect(new URL(page.url()).pathname).toBe('/pages/not-authorized')
  await page.getByText(begins('words.ask', { grantor: 'Comptoir Nord' })).waitFor()
  await page.getByRole('button', { name: t('entry.further.copy_link') }).waitFor()
  expect(
    await page
      .getByRole('navigation', { name: t('house.shell.navigation') })
      .first()
      .getByRole('link', { name: t('house.screens.customers') })
      .count(),
  ).toBe(0)
  await shoot(page, 'not-authorized')
})

test('logging out deletes everything that this browser stored, and the Back button does not show the previous page', async ({ newPage }) => {
  // The user is a new one, because the language that the test chooses is stored with the account.
  const { username } = await newStaff()
  const page = await newPage()
  await signIn(page, username)
  await page.getByRole('button', { name: begins('house.shell.account', { name: '' }) }).click()
  await page.getByRole('combobox', { name: t('auth.login.language') }).selectOption('Deutsch')
  await page.getByRole('button', { name: textIn('de', 'auth.loading.logout') }).click()
  await page.waitForURL('**/login')
  await page.getByRole('button', { name: t('auth.login.submit') }).waitFor()
  expect(await page.evaluate(() => localStorage.length)).toBe(0)
  await page.goto('/dashboard')
  await page.waitForURL('**/login?to=%2Fdashboard')
})

test('Tab moves through the login in reading order, and Enter sends the form', async ({ newPage }) => {
  const page = await newPage()
  await page.goto('/login')
  await page.getByRole('button', { name: t('auth.login.submit') }).waitFor()
  const stops: string[] = []
  for (let i = 0; i < 11; i++) {
    await page.keyboard.press('Tab')
    stops.push(
      await page.evaluate(
        () => document.activeElement?.getAttribute('name') ?? document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent ?? '',
      ),
    )
  }
  expect(stops).toEqual([
    'username',
    'password',
    t('auth.login.show'),
    t('auth.login.have_token'),
    t('auth.login.submit'),
    t('auth.login.status'),
    ...languages.map(({ name }) => name),
  ])
  for (let i = 0; i < 10; i++) await page.keyboard.press('Shift+Tab')
  await page.keyboard.type('sud')
  await page.keyboard.press('Tab')
  await page.keyboard.type('Demo!2026')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/dashboard')
})
