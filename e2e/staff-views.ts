// The screens about people, in the states their managers see.
import type { Page } from 'playwright-core'
import { originOf, typeSignIn } from './browser.ts'

const manager = { as: 'nord' }
const seller = { as: 'gare', kept: { language: 'fr' } }

const rows = (page: Page) => page.getByRole('row').nth(2).getByRole('cell').first().waitFor()
const at = (path: string, ready: (page: Page) => Promise<unknown>) => async (page: Page) => {
  await page.goto(path)
  await ready(page)
}

async function person(page: Page, name = 'Samir Stockel') {
  await page.goto(`/staff/view?q=${name.split(' ')[0]}`)
  await page.getByRole('link', { name, exact: true }).click()
  await page.getByRole('heading', { name: 'Ce que cette personne verra' }).waitFor()
}

async function oneself(page: Page) {
  await person(page, 'Nadia Norbert')
  await page.getByText(/^Ce sont vos propres données/).waitFor()
}

async function effect(page: Page) {
  await person(page)
  await page.getByRole('button', { name: 'Comptabilité', exact: true }).click()
  await page.getByRole('button', { name: 'Enregistrer' }).click()
  await page.getByRole('dialog').getByText('Gagne').waitFor()
}

async function stopping(page: Page) {
  await person(page)
  await page.getByRole('button', { name: 'Suspendre le compte' }).click()
  await page
    .getByRole('dialog')
    .getByRole('textbox', { name: /^Motif/ })
    .waitFor()
}

async function token(page: Page) {
  await person(page, 'Théo Terrain')
  await page.getByRole('button', { name: 'Jeton de connexion' }).click()
  await page.getByRole('button', { name: 'Créer un jeton' }).click()
  await page.getByText('Affiché cette seule fois').waitFor()
}

async function customers(page: Page) {
  await page.goto('/staff/view?q=Samir')
  await page.getByRole('link', { name: /Clients de Samir Stockel/ }).click()
  const others = page.getByRole('region', { name: 'Attribuer des clients' })
  await others.getByRole('searchbox').fill('Kiosque Nord')
  const [free, given] = [others.getByRole('checkbox', { name: 'Choisir Kiosque Nord' }), others.getByText('attribué', { exact: true })]
  await free.or(given).first().waitFor()
  if ((await given.count()) > 0) return
  await free.check()
  await others.getByRole('button', { name: 'Attribuer', exact: true }).click()
  await others.getByText('1 client attribué').waitFor()
}

async function history(page: Page) {
  await customers(page)
  await page.goto('/staff/history')
  await page.getByRole('cell', { name: 'Kiosque Nord' }).first().waitFor()
}

/** Somebody signs in from another browser meanwhile and waits for approval. */
async function requests(page: Page) {
  const context = await page
    .context()
    .browser()
    ?.newContext({ baseURL: originOf('localhost'), locale: 'fr-FR' })
  if (!context) throw new Error('no browser')
  const other = await context.newPage()
  await other.goto('/login')
  await typeSignIn(other, 'nord-terrain')
  await other.getByRole('heading', { name: 'En attente d’approbation' }).waitFor()
  await context.close()
  await page.goto('/login-requests')
  await page
    .getByRole('button', { name: /^Approuver/ })
    .first()
    .waitFor()
}

async function approving(page: Page) {
  await page.goto('/login-requests')
  await page
    .getByRole('button', { name: /^Approuver/ })
    .first()
    .click()
  await page.getByRole('dialog').getByRole('textbox', { name: 'Numéro sur son écran' }).waitFor()
}

async function matrix(page: Page) {
  await page.goto('/staff/add')
  await page.getByRole('button', { name: 'Stock', exact: true }).click()
  await page.getByRole('region', { name: 'Ce que cette personne verra' }).getByText('Stock de PIN', { exact: true }).waitFor()
}

export const staffViews = [
  { name: '/staff/view', by: manager, open: at('/staff/view', rows) },
  { name: '/staff/add', by: manager, open: matrix },
  { name: '/staff/edit/$userId', by: manager, open: (page: Page) => person(page) },
  { name: '/staff/edit/$userId before saving', by: manager, open: effect },
  { name: '/staff/edit/$userId stopping', by: manager, open: stopping },
  { name: '/staff/edit/$userId with a token', by: manager, open: token },
  { name: '/staff/edit/$userId of oneself', by: manager, open: oneself },
  { name: '/staff/customers/$userId', by: manager, open: customers },
  { name: '/staff/history', by: manager, open: history },
  { name: '/login-requests', by: manager, open: requests },
  { name: '/login-requests approving', by: manager, open: approving },
  { name: '/login-requests of a shop', by: seller, open: at('/login-requests', (page) => page.getByText('Personne n’attend').first().waitFor()) },
]
