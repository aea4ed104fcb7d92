// A customer from the first form to the first sign-in, out with the next click when it is stopped, and two people at one form.
import { expect } from 'vitest'
import { shoot, test, typeSignIn } from './browser.ts'
import { callsOn, codeIn, letterTo } from './calls.ts'

const PASSWORD = 'Kiosque#2026-Lille'
const reseller = { as: 'nord' }

test('a new customer gets its link by mail, registers, signs in, and is out with the next click when it is stopped', async ({ newPage }) => {
  const page = await newPage(reseller)
  const name = `etoile-${Date.now().toString(36)}`
  const email = `${name}@example.test`
  await page.goto('/customer/add')
  const field = (label: string) => page.getByRole('textbox', { name: label, exact: true })
  await field('Nom').fill('Tabac Étoile')
  await field('Nom du gérant').fill('Estelle Étoile')
  await field('Nom d’utilisateur').fill('kiosque')
  await page.getByText('Nom d’utilisateur non disponible').waitFor()
  await field('Nom d’utilisateur').fill(name)
  await page.getByText('Celui-ci est libre').waitFor()
  await field('E-mail').fill(email)
  await field('Mobile').fill('+33 6 99 88 77 66')
  await field('Mobile, encore une fois').fill('+33 6 99 88 77 66')
  await page.getByRole('button', { name: 'Ajouter et envoyer le lien' }).click()
  await page.getByRole('heading', { name: 'Tabac Étoile a été ajouté' }).waitFor()
  await shoot(page, 'customer added')

  const link = /\/registration\/set-password\/\S+/.exec(await letterTo(newPage, email, 'registration'))?.[0] ?? ''
  const theirs = await newPage()
  await theirs.goto(link)
  await theirs.getByRole('textbox', { name: 'Nom d’utilisateur' }).waitFor()
  await theirs.keyboard.press('Enter')
  const code = theirs.getByRole('textbox', { name: 'Code', exact: true })
  await code.waitFor()
  await code.fill(codeIn(await letterTo(newPage, email, 'registration_code')))
  await theirs.getByLabel('Mot de passe', { exact: true }).fill(PASSWORD)
  await theirs.keyboard.press('Enter')
  await theirs.getByRole('link', { name: 'Vers la connexion' }).click()
  await typeSignIn(theirs, name, PASSWORD)
  await theirs.waitForURL('**/dashboard')

  await page.getByRole('link', { name: 'Ouvrir le client' }).click()
  await page.getByRole('button', { name: 'Arrêter' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Motif' }).fill('Impayé')
  await dialog.getByRole('button', { name: 'Arrêter' }).click()
  await page.getByText(/^Arrêté par Nadia Norbert/).waitFor()
  await theirs.goto('/settings')
  await theirs.waitForURL('**/login**')
})

test('whoever saves second sees who was faster, compares, and loses nothing', async ({ newPage }) => {
  const page = await newPage(reseller)
  await page.goto('/customers/view?q=gare')
  await page.getByRole('link', { name: 'Tabac de la Gare' }).click()
  await page.getByRole('link', { name: 'Modifier' }).click()
  const city = page.getByRole('textbox', { name: /^Ville/ })
  await city.fill('Lens')
  await page.getByText(/^Modifié\. Avant/).waitFor()

  const other = await newPage(reseller)
  await other.goto('/dashboard')
  const customer_id = new URL(page.url()).pathname.split('/').at(-1) ?? ''
  const calls = callsOn(other)
  const { version } = await calls.customerDetails({ customer_id })
  await calls.customerUpdate({ customer_id, version, stnr: '77/123' })

  await page.getByRole('button', { name: 'Enregistrer' }).click()
  await page.getByText(/^Modifié par Nadia Norbert/).waitFor()
  await shoot(page, 'customer compared')
  await page.getByRole('button', { name: 'Garder mes modifications' }).click()
  await page.getByRole('button', { name: 'Enregistrer' }).click()
  await page.waitForURL('**/customer/details/**')
  const after = await calls.customerDetails({ customer_id })
  expect([after.city, after.stnr]).toEqual(['Lens', '77/123'])
})
