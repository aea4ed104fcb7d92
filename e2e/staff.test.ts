// People and their rights, as a manager works with them: a new person sees only their screens, a suspended one is signed out, one who asks is let in.
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { shoot, signIn, test, typeSignIn } from './browser.ts'
import { letterTo, linkIn } from './calls.ts'
import { newStaff, register } from './people.ts'

const inside = (page: Page) => page.waitForURL('**/dashboard')
/** The address changes before the shell is drawn: the menu is read once it is there. */
async function menuOf(page: Page) {
  const items = page.getByRole('navigation', { name: 'Navigation principale' }).first().getByRole('listitem')
  await items.first().waitFor()
  return items.allTextContents()
}
const STOCK = [
  'Tableau de bord',
  'Produits',
  'Stock de PIN',
  'Ajouter du stock',
  'Fournisseurs',
  'Trouver un PIN ou un lot',
  'Pools de cartes téléphoniques',
  'Cartes cadeaux',
]

async function openPerson(page: Page, username: string) {
  await page.goto(`/staff/view?q=${username}`)
  await page.getByRole('row').filter({ hasText: username }).getByRole('link').first().click()
  await page.getByRole('heading', { name: 'Ce que cette personne verra' }).waitFor()
}

test('a person added with the rights of the stock sees the stock and nothing else, until the account is stopped', async ({ newPage }) => {
  const manager = await newPage({ as: 'nord' })
  const username = `stock.${Math.random().toString(36).slice(2, 10)}`
  const email = `${username}@example.test`
  await manager.goto('/staff/add')
  await manager.getByRole('textbox', { name: 'Nom d’utilisateur' }).fill(username)
  await manager.getByRole('textbox', { name: 'Nom complet' }).fill('Sacha Stock')
  await manager.getByRole('textbox', { name: 'E-mail' }).fill(email)
  await manager.getByRole('button', { name: 'Stock', exact: true }).click()
  expect(await manager.getByRole('region', { name: 'Ce que cette personne verra' }).getByRole('listitem').allTextContents()).toEqual(STOCK)
  await manager.getByRole('button', { name: 'Ajouter et envoyer le lien' }).click()
  await manager.getByRole('heading', { name: 'Ajouté : Sacha Stock' }).waitFor()

  await register(newPage, { username, email, link: linkIn(await letterTo(newPage, email, 'registration')) })
  const page = await newPage()
  await signIn(page, username)
  await inside(page)
  expect(await menuOf(page)).toEqual(STOCK)
  await page.goto('/customers/view')
  await page.getByRole('heading', { name: 'Vous n’êtes pas autorisé' }).waitFor()
  await page.goto('/inventory/view')
  await page.getByRole('row').nth(1).waitFor()

  await openPerson(manager, username)
  await manager.getByRole('button', { name: 'Suspendre le compte' }).click()
  const dialog = manager.getByRole('dialog')
  await dialog.getByRole('textbox', { name: /^Motif/ }).fill('Fin de contrat')
  await dialog.getByRole('button', { name: 'Suspendre le compte' }).click()
  await manager.getByRole('button', { name: 'Réactiver le compte' }).waitFor()

  await page.getByRole('link', { name: 'Produits', exact: true }).first().click()
  await page.waitForURL('**/login*')
  expect(await page.evaluate(() => localStorage.getItem('accessToken'))).toBeNull()
  await typeSignIn(page, username)
  await page.getByText('Nom d’utilisateur ou mot de passe incorrect').waitFor()
})

test('a change of rights says first what it gives and takes, and the person’s menu follows', async ({ newPage }) => {
  const { username } = await newStaff(newPage)
  const page = await newPage()
  await signIn(page, username)
  expect(await menuOf(page)).toContain('Stock de PIN')

  const manager = await newPage({ as: 'nord' })
  await openPerson(manager, username)
  await manager.getByRole('switch', { name: 'Stock de PIN' }).uncheck({ force: true })
  await manager.getByRole('radio', { name: 'Lecture' }).click()
  await manager.getByRole('button', { name: 'Enregistrer' }).click()
  const dialog = manager.getByRole('dialog')
  expect(await dialog.getByRole('listitem').allTextContents()).toEqual(['Clients, lecture seule', 'Stock de PIN'])
  await dialog.getByRole('button', { name: 'Enregistrer ces changements' }).click()
  await manager.getByText(/^Enregistré\./).waitFor()

  await page.reload()
  await page.getByRole('main').waitFor()
  await expect.poll(() => menuOf(page)).toEqual(['Tableau de bord', 'Clients', 'Clients suspendus', 'Remises par produit'])
})

test('a waiting device is announced, and let in with the number its screen shows', async ({ newPage }) => {
  const { username } = await newStaff(newPage, { login_approval: true })
  const manager = await newPage({ as: 'nord' })
  await manager.goto('/login-requests')
  await manager.getByRole('heading', { level: 1, name: 'Demandes de connexion' }).waitFor()
  await manager.waitForResponse('**/api/view_login_requests/')

  const page = await newPage()
  await page.goto('/login')
  await typeSignIn(page, username)
  await page.getByRole('heading', { name: 'En attente d’approbation' }).waitFor()
  const number = (await page.locator('dd').last().textContent()) ?? ''

  const request = manager.getByRole('row').filter({ hasText: username })
  await request.waitFor()
  await manager.getByRole('status').filter({ hasText: 'Nouvelle demande' }).waitFor({ state: 'attached' })
  await shoot(manager, 'login requests')
  await request.getByRole('button', { name: /^Approuver/ }).click()
  const typed = manager.getByRole('dialog').getByRole('textbox', { name: 'Numéro sur son écran' })
  await typed.fill(number === '99' ? '98' : '99')
  await manager.keyboard.press('Enter')
  await manager.getByRole('dialog').getByText('Ce n’est pas le nombre affiché sur l’écran de cette personne').waitFor()
  await typed.fill(number)
  await manager.keyboard.press('Enter')
  await inside(page)
  await request.getByText('Approuvée').waitFor()
})
