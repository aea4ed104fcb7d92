// Messages: on a server that cannot send, the platform reads them; the user who sent a registration link sends it again or cancels it.
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { pressInDialog, shoot, test } from '../../kit/browser.ts'
import { letterTo, linkIn } from '../../kit/calls.ts'
import { invite } from '../../kit/people.ts'
import { named, t } from '../../kit/texts.ts'

const search = (page: Page) => page.getByRole('searchbox').first()
const row = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text })
const over = (page: Page) => page.getByRole('heading', { name: t('entry.register.over') })

test('opening a message warns that reading is logged, and the audit log then has the entry', async ({ newPage }) => {
  const { email, link } = await invite()
  const page = await newPage({ as: 'platform', host: 'platform.localhost', kept: { language: 'fr' } })
  await page.goto(`/messages?q=${email}&state=kept`)
  await page.getByText(t('messages.nobody_sends')).waitFor()
  await page.getByRole('button', { name: named(t('messages.read'), email) }).click()
  await page.getByText(t('messages.read_warning')).waitFor()
  expect(await page.getByText(link).count()).toBe(0)
  await page.keyboard.press('Enter')
  await page.getByText(link).waitFor()
  await shoot(page, 'message read')
  await page.keyboard.press('Escape')
  expect(await page.getByRole('dialog').count()).toBe(0)
})

test('a registration link that never arrived is sent again to a corrected address; neither the earlier link nor a cancelled one works', async ({ newPage }) => {
  const { username, link } = await invite()
  const email = `corrected.${username}@example.test`
  const page = await newPage({ as: 'nord' })
  await page.goto('/registrations?state=waiting')
  await search(page).fill(username)
  await row(page, username)
    .getByRole('button', { name: t('words.send_again') })
    .click()
  await page.getByRole('textbox', { name: t('fields.mail_address') }).fill(email)
  await page.keyboard.press('Enter')
  await page.getByText(t('messages.registrations.resent', { name: 'Camille Essai' })).waitFor()
  await row(page, email).waitFor()

  const reader = await newPage()
  await reader.goto(link)
  await over(reader).waitFor()
  const fresh = linkIn(await letterTo(email, 'registration'))
  await reader.goto(fresh)
  await reader.getByText(/^Bienvenue, Camille Essai/).waitFor()

  await row(page, username)
    .getByRole('button', { name: t('words.cancel_registration') })
    .click()
  await pressInDialog(page, t('words.cancel_registration'))
  await page.getByText(t('messages.registrations.cancelled', { name: 'Camille Essai' })).waitFor()
  await page.getByText(t('house.empty.no_match')).waitFor()
  await reader.goto(fresh)
  await over(reader).waitFor()
})
