// Settings as people use them: a new password, an authenticator app, opening hours that are enforced, and a colour mode that follows the account.
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { appCode } from '../server/kit/codes.ts'
import { DEMO_PASSWORD } from '../server/seeds/demo-world.ts'
import { enterToSell, shoot, signIn, test, typeSignIn } from './browser.ts'
import { callsOn } from './calls.ts'
import { newStaff } from './people.ts'

const NEW = 'Kastanie#7 am Fenster'
const STEP_MS = 30_000
/** A shop nobody else uses. */
const DOM = { host: 'rhein.localhost', kept: { language: 'fr' } }

const section = (page: Page, name: string) => page.getByRole('region', { name })
async function open(page: Page, tab: string, name: string) {
  await page.goto(`/settings?tab=${tab}`)
  const opened = section(page, name)
  await opened.locator('.card').first().waitFor()
  return opened
}
async function signOut(page: Page) {
  await page.getByRole('button', { name: /^Compte/ }).click()
  await page.getByRole('button', { name: 'Se déconnecter' }).click()
  await page.getByRole('button', { name: 'Se connecter', exact: true }).waitFor()
}
async function changePassword(page: Page, from: string, to: string) {
  const password = section(page, 'Mot de passe')
  await password
    .getByLabel('Mot de passe actuel', { exact: true })
    .or(password.getByLabel('Le mot de passe reçu', { exact: true }))
    .fill(from)
  await password.getByLabel('Nouveau mot de passe', { exact: true }).fill(to)
  await password.getByRole('button', { name: 'Changer le mot de passe' }).click()
}
const inside = (url: URL) => !/^\/(login|loading)?$/.test(url.pathname)

test('a new password ends the session of another browser, and its rules are ticked off while one types', async ({ newPage }) => {
  const { username } = await newStaff(newPage)
  const [here, there] = [await newPage(), await newPage()]
  await signIn(here, username)
  await signIn(there, username)
  const password = await open(here, 'password', 'Mot de passe')
  await password.getByLabel('Nouveau mot de passe', { exact: true }).fill('Kastanie')
  expect(await password.locator('li[data-met]').count()).toBe(3)
  await changePassword(here, DEMO_PASSWORD, DEMO_PASSWORD)
  await password.getByRole('alert').getByText('C’est votre mot de passe précédent').waitFor()
  await changePassword(here, DEMO_PASSWORD, NEW)
  await password.getByText('Votre mot de passe est changé').waitFor()
  await there.goto('/settings')
  await there.waitForURL('**/login?ended=1*')
  await typeSignIn(there, username, NEW)
  await there.waitForURL(inside)
  const places = await open(here, 'places', 'Où je suis connecté')
  await places.getByRole('button', { name: /^Fermer la session\s: Chrome/ }).click()
  await places.getByText('Vous êtes connecté ici seulement').waitFor()
})

test('an authenticator app is set up, asked for at the next sign-in, replaced by a recovery code, and switched off', async ({ newPage }) => {
  const { username } = await newStaff(newPage)
  const page = await newPage()
  await signIn(page, username)
  const code = await open(page, 'code', 'Code à usage unique')
  await code.getByRole('button', { name: 'Configurer' }).click()
  await code.getByLabel('Mot de passe actuel', { exact: true }).fill(DEMO_PASSWORD)
  await code.getByRole('button', { name: 'Suivant' }).click()
  await code.getByRole('img', { name: /^Code QR/ }).waitFor()
  const secret = ((await code.locator('.mono').first().textContent()) ?? '').replaceAll(' ', '')
  await shoot(page, 'setting-up-a-code')
  await code.getByLabel('Code', { exact: true }).fill('000000')
  await code.getByRole('alert').waitFor()
  expect(new URL(page.url()).pathname).toBe('/settings')
  await code.getByLabel('Code', { exact: true }).fill(appCode(secret, new Date()))
  await code.getByRole('heading', { name: 'Vos codes de secours' }).waitFor()
  const recovery = await code.getByRole('listitem').allTextContents()
  expect(recovery).toHaveLength(10)
  await shoot(page, 'recovery-codes')
  await code.getByRole('button', { name: 'Je les ai conservés' }).click()
  await code.getByText('une application d’authentification produit les codes').waitFor()

  await signOut(page)
  await typeSignIn(page, username)
  await page.getByLabel('Code', { exact: true }).fill(appCode(secret, new Date(Date.now() + STEP_MS)))
  await page.waitForURL(inside)
  await signOut(page)
  await typeSignIn(page, username)
  await page.getByRole('button', { name: 'Utiliser un code de secours' }).click()
  await page.getByLabel('Code de secours').fill(recovery[3] ?? '')
  await page.keyboard.press('Enter')
  await page.waitForURL(inside)

  const again = await open(page, 'code', 'Code à usage unique')
  await again.getByText(/Codes de secours restants\s*: 9/).waitFor()
  await again.getByRole('button', { name: 'Désactiver' }).click()
  await page.getByRole('dialog').getByLabel('Mot de passe actuel', { exact: true }).fill(DEMO_PASSWORD)
  await page.keyboard.press('Enter')
  await again.getByText(/^Désactivé/).waitFor()
})

test('a new address for codes asks for the password, and what stood there cannot be emptied', async ({ newPage }) => {
  const { username, email } = await newStaff(newPage)
  const page = await newPage()
  await signIn(page, username)
  const profile = await open(page, 'profile', 'Profil')
  const password = profile.getByLabel('Mot de passe actuel', { exact: true })
  const save = profile.getByRole('button', { name: 'Enregistrer' })
  await profile.getByLabel('E-mail').fill('')
  await save.click()
  await profile.getByText('À remplir').first().waitFor()
  await profile.getByLabel('E-mail').fill(`new.${email}`)
  await password.fill('wrong')
  await save.click()
  await profile.getByRole('alert').getByText('Ce n’est pas votre mot de passe actuel').waitFor()
  await password.fill(DEMO_PASSWORD)
  await save.click()
  await profile.getByText('Enregistré', { exact: true }).waitFor()
  await page.reload()
  await expect.poll(() => profile.getByLabel('E-mail').inputValue()).toBe(`new.${email}`)
})

test('somebody whose password was set by a manager sees nothing but the place to choose their own', async ({ newPage }) => {
  const { username } = await newStaff(newPage)
  const manager = await newPage({ as: 'nord' })
  await manager.goto('/version')
  await callsOn(manager).passwordChange({ username, new_password: NEW })
  const page = await newPage()
  await page.goto('/login')
  await typeSignIn(page, username, NEW)
  await page.waitForURL('**/settings?tab=password')
  await page.getByText('Quelqu’un d’autre a défini votre mot de passe').waitFor()
  expect(await page.getByRole('link', { name: 'Profil' }).count()).toBe(0)
  await page.goto('/inventory/view')
  await page.waitForURL('**/settings?tab=password')
  await changePassword(page, NEW, DEMO_PASSWORD)
  await page.waitForURL('**/dashboard')
})

test('outside hours that bind the till sells nothing and says why; within them it does', async ({ newPage }) => {
  const page = await newPage({ ...DOM, as: 'dom' })
  const hours = await open(page, 'hours', 'Horaires d’ouverture')
  for (const day of ['Lundi', 'Mardi', 'Mercredi', 'Jeudi', 'Vendredi', 'Samedi', 'Dimanche'])
    await hours.getByRole('group', { name: day }).getByRole('switch').uncheck()
  await hours.getByRole('switch', { name: 'Vendre uniquement pendant ces horaires' }).check()
  await hours.getByRole('button', { name: 'Enregistrer' }).click()
  await hours.getByText('Enregistré', { exact: true }).waitFor()
  await page.goto('/cashcards/')
  await page
    .getByRole('button', { name: /^Lycamobile/ })
    .first()
    .click()
  const sale = page.getByRole('form', { name: 'Vente' })
  await sale.waitFor()
  await enterToSell(page)
  await page.getByRole('alert').getByText('La boutique est fermée à cette heure').waitFor()
  await shoot(page, 'shop-closed')
  const again = await open(page, 'hours', 'Horaires d’ouverture')
  await again.getByRole('switch', { name: 'Vendre uniquement pendant ces horaires' }).uncheck()
  await again.getByRole('button', { name: 'Enregistrer' }).click()
  await again.getByText('Enregistré', { exact: true }).waitFor()
})

test('letter keys that are switched off open nothing, in every browser of this person', async ({ newPage }) => {
  const { username } = await newStaff(newPage)
  const page = await newPage()
  await signIn(page, username)
  const keyboard = await open(page, 'keyboard', 'Clavier')
  const saved = page.waitForResponse('**/api/update_settings/')
  // Choices kept with the account show a tick after the click, so they are clicked, not checked.
  await keyboard.getByRole('switch').click()
  await saved
  const other = await newPage()
  await signIn(other, username)
  await other.goto('/settings')
  await section(other, 'Profil').locator('.card').first().waitFor()
  for (const key of ['g', 'i']) await other.keyboard.press(key)
  await other.waitForTimeout(500)
  expect(new URL(other.url()).pathname).toBe('/settings')
  const on = await open(other, 'keyboard', 'Clavier')
  await on.getByRole('switch').click()
  await expect.poll(() => on.getByRole('switch').isChecked()).toBe(true)
  await other.getByRole('heading', { level: 1 }).click()
  for (const key of ['g', 'i']) await other.keyboard.press(key)
  await other.waitForURL('**/inventory/view')
})

test('dark comes along after signing out, and a template chosen by the manager is what colleagues see', async ({ newPage }) => {
  const manager = await newPage({ as: 'kiosque' })
  const look = await open(manager, 'look', 'Langue et apparence')
  await look.getByRole('radio', { name: /^Modèle 3/ }).click()
  await expect.poll(() => manager.getAttribute('html', 'data-template')).toBe('2')
  await look.getByRole('button', { name: /^L’utiliser pour tous/ }).click()
  await look.getByText('Enregistré', { exact: true }).waitFor()
  const colleague = await newPage({ as: 'kiosque-caisse' })
  const theirs = await open(colleague, 'look', 'Langue et apparence')
  await expect.poll(() => colleague.getAttribute('html', 'data-template')).toBe('2')
  await theirs.getByRole('radio', { name: /^Modèle 6/ }).click()
  await theirs.getByText('Un responsable de Kiosque Nord peut changer cela').waitFor()
  await colleague.getByRole('link', { name: 'Profil' }).click()
  expect(await colleague.getAttribute('html', 'data-template')).toBe('2')
  await callsOn(manager).settingsUpdate({ template: 0 })

  const { username } = await newStaff(newPage)
  const page = await newPage()
  await signIn(page, username)
  const saved = page.waitForResponse('**/api/update_settings/')
  await (await open(page, 'look', 'Langue et apparence')).getByRole('radio', { name: 'Sombre' }).click()
  await saved
  await signOut(page)
  await expect.poll(() => page.getAttribute('html', 'data-mode')).toBe('light')
  await typeSignIn(page, username)
  await page.waitForURL(inside)
  await expect.poll(() => page.getAttribute('html', 'data-mode')).toBe('dark')
})
