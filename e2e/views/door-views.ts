// The pages before the login, in the states that users see: every step of signing in and of registering.
import type { Page } from 'playwright-core'
import { typeSignIn } from '../kit/browser.ts'
import { callsAs, codeIn, letterTo, linkIn } from '../kit/calls.ts'
import { begins, t } from '../kit/texts.ts'

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor()

async function atTheDoor(page: Page, username: string) {
  await page.goto('/login')
  await typeSignIn(page, username)
}

async function paused(page: Page) {
  await page.goto('/login')
  await page.getByRole('button', { name: t('auth.login.have_token') }).click()
  for (let i = 0; i < 3; i++) {
    const answer = page.waitForResponse('**/api/login/')
    await typeSignIn(page, 'nobody-pauses', 'wrong')
    await answer
  }
  await page.getByRole('button', { name: begins('auth.login.wait') }).waitFor()
}

async function wrongCode(page: Page) {
  await atTheDoor(page, 'nord-compta')
  await page.getByRole('textbox', { name: t('entry.code.label') }).fill('000000')
  await page.getByText(t('entry.code.left', { left: 4 })).waitFor()
}

async function recoveryCode(page: Page) {
  await atTheDoor(page, 'nord-compta')
  await page.getByRole('button', { name: t('entry.code.use_recovery') }).click()
  await page.getByRole('textbox', { name: t('entry.code.recovery') }).waitFor()
}

async function approval(page: Page) {
  await atTheDoor(page, 'nord-terrain')
  await heading(page, t('entry.approval.title'))
}

async function usedUp(page: Page) {
  await page.goto('/registration/set-password/nobody.sent')
  await heading(page, t('entry.register.over'))
}

/** Adds a user as nord, then opens the link of the mail as that new user. */
async function invited(page: Page) {
  const username = `view.${Math.random().toString(36).slice(2, 10)}`
  const email = `${username}@example.test`
  await (await callsAs('nord')).staffAdd({ username, full_name: 'Camille Essai', email, flags: ['has_inventory'], language: 'fr' })
  await page.goto(linkIn(await letterTo(email, 'registration')))
  return { field: page.getByRole('textbox', { name: t('auth.login.username') }), username, email }
}

async function nameTaken(page: Page) {
  const { field } = await invited(page)
  await field.fill('nord')
  await page.getByRole('group', { name: t('entry.register.suggestions') }).waitFor()
}

async function registrationCode(page: Page) {
  const { field, username, email } = await invited(page)
  await field.fill(username)
  await page.keyboard.press('Enter')
  await page.getByRole('textbox', { name: t('entry.code.label') }).waitFor()
  return email
}

async function newPassword(page: Page) {
  const email = await registrationCode(page)
  await page.getByRole('textbox', { name: t('entry.code.label') }).fill(codeIn(await letterTo(email, 'registration_code')))
  await page.getByLabel(t('auth.login.password'), { exact: true }).fill('Kiosque')
  await page.keyboard.press('Enter')
  await page
    .getByRole('listitem')
    .filter({ hasText: t('errors.problems.password_number') })
    .waitFor()
}

const manager = { as: 'nord', kept: { language: 'fr' } }

export const doorViews = [
  { name: '/login with a token and a pause', open: paused },
  { name: '/login one-time code', open: wrongCode },
  { name: '/login recovery code', open: recoveryCode },
  { name: '/login waiting for approval', open: approval },
  { name: '/registration used up', open: usedUp },
  { name: '/registration user name taken', by: manager, open: nameTaken },
  { name: '/registration code', by: manager, open: registrationCode },
  { name: '/registration password', by: manager, open: newPassword },
]
