// Registration in a browser, from the link in the mail to a working account.
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { shoot, test } from '../../kit/browser.ts'
import { codeIn, letterTo } from '../../kit/calls.ts'
import { invite } from '../../kit/people.ts'
import { begins, t, textIn } from '../../kit/texts.ts'

const PASSWORD = 'Kiosque#2026-Lille'

const stepOf = (page: Page) => new URL(page.url()).searchParams.get('step')
const userName = (page: Page) => page.getByRole('textbox', { name: t('auth.login.username') })
const code = (page: Page) => page.getByRole('textbox', { name: t('entry.code.label'), exact: true })
const password = (page: Page) => page.getByLabel(t('auth.login.password'), { exact: true })
const over = (page: Page) => page.getByRole('heading', { name: t('entry.register.over') })

test('the mailed link leads in three steps to a working account, and works only once', async ({ newPage }) => {
  const { link, email, username } = await invite()
  const page = await newPage()
  await page.goto(`${link}?step=3`)
  await page.getByText(begins('entry.register.welcome', { name: 'Camille Essai', organisation: 'Comptoir Nord' })).waitFor()
  await expect.poll(() => stepOf(page)).toBe('1')

  await userName(page).fill('nord')
  await page.getByText(t('errors.refusals.username_taken')).waitFor()
  await shoot(page, 'registration username taken')
  const suggestion = page
    .getByRole('group', { name: t('entry.register.suggestions') })
    .getByRole('button')
    .first()
  const chosen = (await suggestion.textContent()) ?? ''
  await suggestion.click()
  expect(await userName(page).inputValue()).toBe(chosen)
  await userName(page).fill(username)
  await page.getByText(t('entry.register.free', { name: username })).waitFor()
  await page.keyboard.press('Enter')

  await page.getByText(t('entry.code.email', { destination: 's•••@example.test' })).waitFor()
  await expect.poll(() => stepOf(page)).toBe('2')
  await page.reload()
  await code(page).waitFor()
  await code(page).fill(codeIn(await letterTo(email, 'registration_code')))

  await password(page).waitFor()
  await expect.poll(() => stepOf(page)).toBe('3')
  await page.reload()
  await password(page).fill('kiosque')
  const held = page.getByRole('listitem').filter({ hasText: t('entry.register.rule_holds') })
  expect(await held.count(), 'a small letter, and not the own name').toBe(2)
  await page.keyboard.press('Enter')
  expect(await password(page).getAttribute('aria-invalid')).toBe('true')
  await password(page).fill(PASSWORD)
  expect(await held.count()).toBe(6)
  await shoot(page, 'registration password')
  await page.keyboard.press('Enter')

  await page.waitForURL('**/dashboard')

  const again = await newPage()
  await again.goto(link)
  await over(again).waitFor()
  await again.getByText(t('entry.register.over_hint', { organisation: 'Comptoir Nord' })).waitFor()
})

test('a common password, or one that contains the user’s own name, is refused with a message', async ({ newPage }) => {
  const { link, email, username } = await invite()
  const page = await newPage()
  await page.goto(link)
  await userName(page).fill(username)
  await page.keyboard.press('Enter')
  await code(page).waitFor()
  await code(page).fill(codeIn(await letterTo(email, 'registration_code')))
  await password(page).fill('Passw0rd!')
  await page.keyboard.press('Enter')
  await page.getByText(t('errors.problems.password_common')).waitFor()
  await password(page).fill(`A1!${username}`)
  await page.keyboard.press('Enter')
  await page.getByText(begins('errors.problems.password_name')).waitFor()
})

test('a second browser that opens the link at the password step is asked for the code first', async ({ newPage }) => {
  const { link, email, username } = await invite()
  const knowing = await newPage()
  await knowing.goto(link)
  await userName(knowing).fill(username)
  await knowing.keyboard.press('Enter')
  await code(knowing).waitFor()
  await code(knowing).fill(codeIn(await letterTo(email, 'registration_code')))
  await password(knowing).waitFor()

  const other = await newPage()
  await other.goto(`${link}?step=3`)
  await code(other).waitFor()
  await expect.poll(() => stepOf(other)).toBe('2')
  await other.getByRole('button', { name: begins('entry.code.again') }).waitFor()
})

test('a page opened by an unknown link says where to get a valid one, in each language', async ({ newPage }) => {
  const page = await newPage()
  await page.goto('/registration/set-password/0198aaaa-0000-7000-8000-000000000000.nothing')
  await over(page).waitFor()
  await page.getByRole('link', { name: '+33 3 20 00 00 10' }).waitFor()
  await page.getByRole('button', { name: 'Deutsch' }).click()
  await page.getByRole('heading', { name: textIn('de', 'entry.register.over') }).waitFor()
})
