// The database was restored: the server notices by itself, the reseller is told, nothing is sold until it is released, and then it is.
import pg from 'pg'
import { afterAll, beforeAll, expect } from 'vitest'
import { shoot, signIn, test } from './browser.ts'
import { type OwnServer, ownServer } from './serve.ts'

let own: OwnServer
beforeAll(async () => {
  own = await ownServer()
})
afterAll(() => own.end())

test('stock held back after a restore is explained and released by the reseller', async ({ newPage }) => {
  const client = new pg.Client({ connectionString: own.ownerUrl() })
  client.on('error', () => undefined)
  await client.connect()
  // Makes the database look a little older than the file beside it.
  await client.query('update watermarks set beat = beat - 5')
  const open = () =>
    client.query(`begin; set local app.tenant = '1'`).then(() => client.query('select 1 from restores where tenant_id = 1 and released_at is null'))
  await expect.poll(async () => (await open().finally(() => client.query('rollback'))).rowCount).toBe(1)
  await client.end()

  const page = await newPage({ port: own.port })
  await signIn(page, 'nord')
  await page.goto('/inventory/view')
  await page.getByRole('link', { name: 'Voir et libérer' }).click()
  await page.getByRole('heading', { level: 1, name: /Stock retenu/ }).waitFor()
  await page.getByRole('row').nth(1).waitFor()
  await shoot(page, 'held-stock')
  await page
    .getByRole('button', { name: /^Libérer: / })
    .first()
    .click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: /^Libérer/ }).click()
  await dialog.getByText('Dites pourquoi, en quelques mots').waitFor()
  await dialog.getByLabel('Motif').fill('Le fournisseur confirme : pas utilisés')
  await dialog.getByRole('button', { name: /^Libérer/ }).click()
  await dialog.waitFor({ state: 'detached' })

  await page.getByRole('button', { name: 'Tout libérer' }).click()
  await page.getByRole('dialog').getByLabel('Motif').fill('Tickets comparés')
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Libérer/ })
    .click()
  await page.getByText('Rien n’est retenu').waitFor()
})
