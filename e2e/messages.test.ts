// Messages, read by the platform where nothing sends them; registrations sent again and cancelled by whoever sent them.
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { shoot, test } from './browser.ts'
import { letterTo, linkIn } from './calls.ts'
import { invite } from './people.ts'

const search = (page: Page) => page.getByRole('searchbox').first()
const row = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text })
const over = (page: Page) => page.getByRole('heading', { name: 'Ce lien ne fonctionne plus' })

test('a message is read after the reader knows that this is written down, and then it is', async ({ newPage }) => {
  const { email, link } = await invite(newPage)
  const page = await newPage({ as: 'platform', host: 'platform.localhost', kept: { language: 'fr' } })
  await page.goto(`/messages?q=${email}&state=kept`)
  await page.getByText('Rien n’est configuré pour envoyer les e-mails et les SMS.').waitFor()
  await page.getByRole('button', { name: `Lire le message à ${email}` }).click()
  await page.getByText(/Votre lecture est inscrite au journal d’audit, avec votre nom/).waitFor()
  expect(await page.getByText(link).count()).toBe(0)
  await page.keyboard.press('Enter')
  await page.getByText(link).waitFor()
  await shoot(page, 'message read')
  await page.keyboard.press('Escape')
  expect(await page.getByRole('dialog').count()).toBe(0)
})

test('a link that never arrived goes to the right address; the one before is dead, and so is a cancelled one', async ({ newPage }) => {
  const { username, link } = await invite(newPage)
  const email = `corrected.${username}@example.test`
  const page = await newPage({ as: 'nord' })
  await page.goto('/registrations?state=waiting')
  await search(page).fill(username)
  await row(page, username).getByRole('button', { name: 'Renvoyer le lien' }).click()
  await page.getByRole('textbox', { name: 'Adresse e-mail' }).fill(email)
  await page.keyboard.press('Enter')
  await page.getByText('Un nouveau lien est en route pour Camille Essai.').waitFor()
  await row(page, email).waitFor()

  const reader = await newPage()
  await reader.goto(link)
  await over(reader).waitFor()
  const fresh = linkIn(await letterTo(newPage, email, 'registration'))
  await reader.goto(fresh)
  await reader.getByText(/^Bienvenue, Camille Essai/).waitFor()

  await row(page, username).getByRole('button', { name: 'Annuler l’inscription' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Annuler l’inscription' }).click()
  await page.getByText('L’inscription de Camille Essai est annulée.').waitFor()
  await page.getByText('Aucun résultat').waitFor()
  await reader.goto(fresh)
  await over(reader).waitFor()
})
