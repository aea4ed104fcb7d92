// The database was restored: the server notices by itself, the reseller is told, nothing is sold until it is released, and then it is.
import pg from 'pg'
import { afterAll, beforeAll, expect } from 'vitest'
import { pressInDialog, shoot, signIn, test } from '../kit/browser.ts'
import { type OwnServer, ownServer } from '../kit/serve.ts'
import { begins, t } from '../kit/texts.ts'

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
  await page.getByRole('link', { name: t('stock.held.look') }).click()
  await page.getByRole('heading', { level: 1, name: t('house.screens.stock_held') }).waitFor()
  await page.getByRole('row').nth(1).waitFor()
  await shoot(page, 'held-stock')
  await page
    .getByRole('button', { name: begins('stock.held.release') })
    .first()
    .click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: begins('stock.held.release') }).click()
  await dialog.getByText(t('stock.take_back.reason_missing')).waitFor()
  await dialog.getByLabel(t('stock.take_back.reason')).fill('Le fournisseur confirme : pas utilisés')
  await dialog.getByRole('button', { name: begins('stock.held.release') }).click()
  await dialog.waitFor({ state: 'detached' })

  await page.getByRole('button', { name: t('stock.held.release_all') }).click()
  await page.getByRole('dialog').getByLabel(t('stock.take_back.reason')).fill('Tickets comparés')
  await pressInDialog(page, begins('stock.held.release'))
  await page.getByText(t('stock.held.none')).waitFor()
})
