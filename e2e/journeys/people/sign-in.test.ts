// Signing in, step by step, in real browsers: one-time codes, approval by a manager, tokens for new devices, and sessions that end.
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { appCode } from '../../../server/kit/codes.ts'
import { DEMO_PASSWORD } from '../../../server/seeds/demo-world.ts'
import { originOf, shoot, signIn, test, typeSignIn } from '../../kit/browser.ts'
import { beforeTheApp, callsAs, callsOn, codeIn, letterTo } from '../../kit/calls.ts'
import { newStaff } from '../../kit/people.ts'
import { fetched } from '../../kit/requests.ts'
import { begins, t } from '../../kit/texts.ts'

const STEP_MS = 30_000
const IDLE_MS = 3 * 60 * 60_000

const code = (page: Page) => page.getByRole('textbox', { name: t('entry.code.label'), exact: true })
const waiting = (page: Page) => page.getByRole('heading', { name: t('entry.approval.title') })
const inside = (page: Page) => page.waitForURL('**/dashboard')

async function atTheDoor(page: Page, username: string, password?: string) {
  await page.goto('/login')
  await typeSignIn(page, username, password)
}

test('a user signs in with the code from the mail; a wrong code shows how many tries are left; a pasted code is sent at once', async ({ newPage }) => {
  const { username, email } = await newStaff({ otp_type: 'email' })
  const page = await newPage()
  await atTheDoor(page, username)
  await page.getByText(t('entry.code.email', { destination: 's•••@example.test' })).waitFor()
  expect(await code(page).getAttribute('autocomplete')).toBe('one-time-code')
  expect(await code(page).getAttribute('inputmode')).toBe('numeric')
  await page.getByRole('button', { name: begins('entry.code.again_in', { time: '0:' }) }).waitFor()

  const right = codeIn(await letterTo(email, 'login_code'))
  await code(page).fill(right === '000000' ? '111111' : '000000')
  await page.getByText(t('entry.code.left', { left: 4 })).waitFor()
  expect(await code(page).inputValue()).toBe('')

  await page.reload()
  await code(page).waitFor()
  expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage, ...localStorage }))).not.toContain(DEMO_PASSWORD)
  await code(page).fill(`Votre code ${right.slice(0, 3)} ${right.slice(3)}`)
  await inside(page)
  expect(await page.evaluate(() => sessionStorage.getItem('sign_in'))).toBeNull()
})

test('the code step offers to sign in with another account, and too many wrong codes lead back to the first step with the name kept', async ({ newPage }) => {
  const { username, email } = await newStaff({ otp_type: 'email' })
  const page = await newPage()
  await atTheDoor(page, username)
  await page.getByRole('button', { name: t('entry.code.other_account') }).click()
  expect(await page.getByLabel(t('auth.login.username')).inputValue()).toBe('')

  await typeSignIn(page, username)
  await code(page).waitFor()
  const right = codeIn(await letterTo(email, 'login_code'))
  const wrong = right === '000000' ? '111111' : '000000'
  for (const left of [4, 3, 2, 1]) {
    await code(page).fill(wrong)
    await page.getByText(t('entry.code.left', { left })).waitFor()
  }
  await code(page).fill(wrong)
  await page.getByRole('heading', { name: t('auth.login.title') }).waitFor()
  await page.getByRole('alert').waitFor()
  expect(await page.getByLabel(t('auth.login.username')).inputValue()).toBe(username)
})

test('a user signs in with an authenticator code, which works only once, or with a recovery code if the phone is lost', async ({ newPage }) => {
  const { username } = await newStaff()
  const enrolling = await newPage()
  await signIn(enrolling, username)
  const { codeStart, codeConfirm } = callsOn(enrolling)
  const { secret } = await codeStart({ otp_type: 'app', current_password: DEMO_PASSWORD })
  const enrolledAt = Date.now()
  const { recovery_codes } = await codeConfirm({ otp: appCode(secret, new Date(enrolledAt)) })

  const page = await newPage()
  await atTheDoor(page, username)
  await page.getByText(t('entry.code.app')).waitFor()
  expect(await page.getByRole('button', { name: begins('entry.code.again') }).count()).toBe(0)
  await code(page).fill(appCode(secret, new Date(enrolledAt)))
  await page.getByText(t('entry.code.left', { left: 2 })).waitFor()
  await code(page).fill(appCode(secret, new Date(enrolledAt + STEP_MS)))
  await inside(page)
  const lost = await newPage()
  await atTheDoor(lost, username)
  await lost.getByRole('button', { name: t('entry.code.use_recovery') }).click()
  await lost.getByRole('textbox', { name: t('entry.code.recovery') }).fill(recovery_codes[0] ?? '')
  await lost.keyboard.press('Enter')
  await inside(lost)
})

async function requestOf(username: string) {
  const calls = await callsAs('nord')
  const { content } = await calls.loginRequestsList({ filters: { state: 'waiting' }, search_text: username })
  const [request] = content
  if (!request) throw new Error(`no request of ${username}`)
  return { calls, request }
}

test('a new device waits until a manager types the number that it shows; the next sign-in on that device does not wait', async ({ newPage }) => {
  const { username } = await newStaff({ login_approval: true })
  const page = await newPage()
  await atTheDoor(page, username)
  await waiting(page).waitFor()
  const asked = await page.locator('dd').allTextContents()
  await page.reload()
  await waiting(page).waitFor()
  expect(await page.locator('dd').allTextContents()).toEqual(asked)
  await page.getByRole('link', { name: '+33 3 20 00 00 10' }).waitFor()
  await shoot(page, 'approval')
  const number = asked.at(-1) ?? ''
  expect(number).toMatch(/^\d\d$/)
  const manager = await newPage({ as: 'nord' })
  await manager.goto(`/login-requests?q=${username}`)
  const request = manager.getByRole('row').filter({ hasText: username })
  await request.getByRole('button', { name: t('words.approve') }).click()
  const dialog = manager.getByRole('dialog')
  await dialog.getByRole('textbox', { name: t('staff.requests.number') }).fill(number === '99' ? '98' : '99')
  await dialog.getByRole('button', { name: t('words.approve') }).click()
  await dialog.getByRole('alert').waitFor()
  expect(await waiting(page).isVisible()).toBe(true)
  await dialog.getByRole('textbox', { name: t('staff.requests.number') }).fill(number)
  await dialog.getByRole('button', { name: t('words.approve') }).click()
  await inside(page)
  await page.getByRole('heading', { level: 1 }).waitFor()
  // The storage is cleared on a page without the app, because the app itself opens the login when a session ends.
  await beforeTheApp(page)
  await page.evaluate(() => localStorage.clear())
  await atTheDoor(page, username)
  await inside(page)
})

test('a device that the manager refuses shows the reason and a telephone number, and the user can start again', async ({ newPage }) => {
  const { username } = await newStaff({ login_approval: true })
  const page = await newPage()
  await atTheDoor(page, username)
  await waiting(page).waitFor()
  const { calls, request } = await requestOf(username)
  await calls.loginRequestDecide({ reference_id: request.reference_id, action: 'refuse', reason: 'Je ne connais pas cet ordinateur' })
  await page.getByRole('heading', { name: t('errors.refusals.approval_refused') }).waitFor()
  await page.getByText('Je ne connais pas cet ordinateur').waitFor()
  await page.getByRole('link', { name: '+33 3 20 00 00 10' }).waitFor()
  await page.getByRole('button', { name: t('entry.approval.again') }).click()
  await page.getByRole('heading', { name: t('auth.login.title') }).waitFor()
  expect(await page.evaluate(() => localStorage.getItem('accessToken'))).toBeNull()
})

test('a manager’s token lets one new device in without waiting, and works once', async ({ newPage }) => {
  const { username, user_id } = await newStaff({ login_approval: true })
  const { token } = await (await callsAs('nord')).loginTokenIssue({ user_id })
  const withToken = async () => {
    const page = await newPage()
    await page.goto('/login')
    await page.getByRole('button', { name: t('auth.login.have_token') }).click()
    await page.getByRole('textbox', { name: t('auth.login.token') }).fill(token)
    await typeSignIn(page, username)
    return page
  }
  await inside(await withToken())
  await (await withToken()).getByText(t('errors.refusals.login_wrong')).waitFor()
})

test('after three wrong passwords the user has to wait half a minute, and may type meanwhile', async ({ newPage }) => {
  const page = await newPage()
  await page.goto('/login')
  for (let i = 0; i < 3; i++) {
    const answer = page.waitForResponse('**/api/login/')
    await typeSignIn(page, 'nobody-there', `wrong ${i}`)
    await answer
  }
  const button = page.getByRole('button', { name: begins('auth.login.wait') }).filter({ hasText: /0:[0-3]\d/ })
  await button.waitFor()
  expect(await button.isDisabled()).toBe(true)
  await page.getByLabel(t('auth.login.password'), { exact: true }).fill('still typing')
  expect(await page.getByLabel(t('auth.login.password'), { exact: true }).inputValue()).toBe('still typing')
})

test('if the server asks for a captcha, the login shows it and sends its token along', async ({ newPage }) => {
  const page = await newPage()
  const tokens: (string | null)[] = []
  await page.route('**/captcha-service.js', (route) =>
    route.fulfill({
      contentType: 'text/javascript',
      body: `window.hcaptcha = { render: (place, { sitekey, callback }) => { const button = document.createElement('button'); button.type = 'button'; button.textContent = 'Robot ' + sitekey; button.onclick = () => callback('a-person'); place.append(button) } }`,
    }),
  )
  await page.route('**/api/p_check/', async (route) => {
    const answer = await fetched(route)
    await route.fulfill({
      response: answer,
      json: { ...(await answer.json()), captcha: { site_key: 'site', script: `${originOf('localhost')}/captcha-service.js` } },
    })
  })
  await page.route('**/api/login/', async (route) => {
    const token = /name="recaptcha_token"\r\n\r\n([^\r]*)/.exec(route.request().postData() ?? '')?.[1] ?? null
    tokens.push(token)
    const refused = { message_type: 0, code: 'captcha_needed', message: '', account_status: 1 }
    if (token) await route.continue()
    else await route.fulfill({ status: 428, json: refused })
  })
  await atTheDoor(page, 'sud')
  await page.getByRole('button', { name: 'Robot site' }).click()
  await page.getByRole('button', { name: t('auth.login.submit') }).click()
  await inside(page)
  expect(tokens).toEqual([null, 'a-person'])
})

test('users of another tenant cannot sign in at this host', async ({ newPage }) => {
  const page = await newPage()
  await atTheDoor(page, 'rhein')
  await page.getByText(t('errors.refusals.login_wrong')).waitFor()
})

test('after three idle hours the session has ended, and signing in again leads back to the same page', async ({ newPage }) => {
  const page = await newPage()
  await signIn(page, 'nord')
  await page.goto('/customers/view?q=kio')
  await page.getByRole('link', { name: 'Kiosque Nord', exact: true }).waitFor()
  await page.evaluate((ago) => localStorage.setItem('active', String(Date.now() - ago)), IDLE_MS + 1_000)
  await page.reload()
  await page.waitForURL('**/login?ended=1&to=*')
  await page.getByRole('alert').waitFor()
  expect(await page.evaluate(() => localStorage.getItem('accessToken'))).toBeNull()
  await typeSignIn(page, 'nord')
  await page.getByRole('link', { name: 'Kiosque Nord', exact: true }).waitFor()
  expect(page.url()).toBe(`${originOf('localhost')}/customers/view?q=kio`)
})

test('a session that ends in one tab, by logging out or by timeout, ends in all tabs; signing in again restores the page of each tab', async ({ newPage }) => {
  const first = await newPage({ kept: { language: 'fr' } })
  await signIn(first, 'sud')
  await first.goto('/version')
  const second = await first.context().newPage()
  const customers = second.getByRole('heading', { level: 1, name: t('house.screens.customers') })
  await second.goto('/customers/view')
  await customers.waitFor()
  await first.evaluate(() => localStorage.removeItem('accessToken'))
  await second.waitForURL('**/login?ended=1&to=%2Fcustomers%2Fview')
  await signIn(first, 'sud')
  await customers.waitFor()
  // If the second tab sent a request after the sign-out but before it noticed the sign-out, the request would be refused and would lead to the login of an
  // ended session instead.
  await second.waitForLoadState('networkidle')
  await first.evaluate(() => localStorage.clear())
  await second.waitForURL('**/login')
  await second.getByRole('button', { name: t('auth.login.submit') }).waitFor()
})
