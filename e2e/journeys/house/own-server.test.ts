// Journeys on a server of their own, which is slowed down, stopped, and given a restored database. A long export shows its progress and can be left and opened
// again; one that a restart interrupted is reported as failed and can be run again. After a restore of the database the server notices the restore, notifies
// the reseller and sells nothing until the stock is released.
import { readFile } from 'node:fs/promises'
import { parse } from 'csv-parse/sync'
import pg from 'pg'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect } from 'vitest'
import { pressInDialog, shoot, signIn, test } from '../../kit/browser.ts'
import { listTool, settled } from '../../kit/files.ts'
import { type OwnServer, ownServer } from '../../kit/serve.ts'
import { begins, holds, t } from '../../kit/texts.ts'

const MADE_MS = 60_000
const ROWS = 30_000
const LIST = '/audit?q=zeppelin&period=last_30_days'
let server: OwnServer
beforeAll(async () => {
  server = await ownServer()
})
afterAll(() => server.end())

const onDatabase = async <T>(work: (client: pg.Client) => Promise<T>): Promise<T> => {
  const client = new pg.Client({ connectionString: server.ownerUrl() })
  // This test stops the database, so losing this connection is expected.
  client.on('error', () => undefined)
  await client.connect()
  try {
    await client.query(`set app.tenant = '1'`)
    return await work(client)
  } finally {
    await client.end()
  }
}

/**
 * Copies nord's last entry in the audit log many times with two different texts, of which the filter matches only one. Ids begin with their time, so the copies
 * stay beside the original.
 */
const manyLines = () =>
  onDatabase((client) =>
    client.query(
      `insert into audit (tenant_id, id, at, mark, user_id, username, full_name, organisation_id, organisation_name, address, device, action, subject_kind, subject_id, subject_name, subject_organisation_id, before, after, reason, search)
       select tenant_id, (substr(id::text, 1, 15) || substr(gen_random_uuid()::text, 16))::uuid, at, mark, user_id, username, full_name, organisation_id, organisation_name, address, device, action, subject_kind, subject_id,
              word || ' ' || n, subject_organisation_id, before, after, reason, word || ' ' || n
         from (select * from audit where tenant_id = 1 and username = 'nord' order by id desc limit 1) one, generate_series(1, $1::int) n, unnest(array['zeppelin', 'ballon']) word
        where not exists (select from audit where tenant_id = 1 and search like 'zeppelin%')`,
      [ROWS],
    ),
  )

/** Slows down every export while `meanwhile` runs: whenever an export stores its progress, the export waits a second for a lock. */
async function slowly(meanwhile: () => Promise<void>): Promise<void> {
  let isOver = false
  const slow = onDatabase(async (client) => {
    while (!isOver) {
      await client.query('begin')
      const { rowCount } = await client.query(`select from exports where tenant_id = 1 and state in ('waiting', 'running') for update`)
      // Until the export has begun, the test looks for its row every hundredth of a second, because a quick machine finishes the export within a second.
      await client.query('select pg_sleep($1)', [rowCount ? 1 : 0.01])
      await client.query('commit')
    }
  }).catch((error: unknown) => error)
  await meanwhile().finally(() => {
    isOver = true
  })
  await slow
}

async function asked(page: Page) {
  await page.goto(LIST)
  await settled(page)
  await listTool(page, begins('pages.list.export'))
  return page.getByRole('dialog').getByRole('button', { name: t('pages.list.export', { n: 30_000 }) })
}

async function fetched(page: Page): Promise<string[][]> {
  const waiting = page.waitForEvent('download')
  await page.getByRole('button', { name: t('words.download') }).click()
  return parse(await readFile(await (await waiting).path()), { bom: true, delimiter: ';' })
}

/** Expects that the file contains every filtered row exactly once. */
function expectWhole([, ...rows]: string[][]) {
  const meant = rows.map((cells) => cells.flatMap((cell) => /zeppelin \d+/.exec(cell) ?? [])[0])
  expect(rows).toHaveLength(ROWS)
  expect(new Set(meant)).toEqual(new Set(Array.from({ length: ROWS }, (_, n) => `zeppelin ${n + 1}`)))
}

const making = (page: Page) => page.getByText(begins('devices.download.rows_done', { count: '30.000' }))

test('an export shows its progress, the user may leave and come back to it, and the file has exactly the filtered rows', async ({ newPage }) => {
  const page = await newPage({ port: server.port })
  await signIn(page, 'nord')
  await manyLines()
  await slowly(async () => {
    await (await asked(page)).click()
    await making(page).waitFor()
    await shoot(page, 'a long export')
    await page.getByRole('link', { name: t('house.screens.dashboard') }).click()
    await page.getByRole('heading', { level: 1, name: t('house.screens.dashboard') }).waitFor()
    await page.goto('/suppliers/view')
    await settled(page)
    await listTool(page, begins('pages.list.export'))
    const recent = page.getByRole('dialog').getByRole('region', { name: t('pages.list.recent_files') })
    await recent.getByText(holds(t('devices.download.states.running'))).waitFor()
    await recent.getByRole('link').first().click()
    await making(page).waitFor()
  })
  expectWhole(await fetched(page))
})

test('an export that a restart interrupted is reported as failed, and is run again as it was requested', async ({ newPage }) => {
  const page = await newPage({ port: server.port })
  await signIn(page, 'nord')
  let stopped: Promise<void> | undefined
  await slowly(async () => {
    await (await asked(page)).click()
    await making(page).waitFor()
    stopped = server.stop()
    const isUp = () =>
      fetch(`http://127.0.0.1:${server.port}/health`).then(
        () => true,
        () => false,
      )
    await expect.poll(isUp).toBe(false)
  })
  await stopped
  await server.start()
  await page.getByText(t('devices.download.failed')).waitFor()
  await shoot(page, 'an export that failed')
  await page.getByRole('button', { name: t('devices.download.again') }).click()
  // On a busy machine thirty thousand rows take longer to export than the usual time limit for an answer.
  await page.getByRole('button', { name: t('words.download') }).waitFor({ timeout: MADE_MS })
  expectWhole(await fetched(page))
  await page
    .getByRole('region', { name: t('pages.list.recent_files') })
    .getByText(holds(t('devices.download.states.failed')))
    .first()
    .waitFor()
})

test('after a restore of the database a reseller reads why its stock is held back, and releases it', async ({ newPage }) => {
  await onDatabase(async (client) => {
    // Makes the database look restored: its count of beats (docs/domain.md) becomes lower than the count that the server keeps in a file beside the database.
    await client.query('update watermarks set beat = beat - 5')
    const open = () => client.query('select from restores where tenant_id = 1 and released_at is null')
    await expect.poll(async () => (await open()).rowCount).toBe(1)
  })

  const page = await newPage({ port: server.port })
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
  await dialog.getByText(t('words.say_why')).waitFor()
  await dialog.getByLabel(t('fields.reason')).fill('Le fournisseur confirme : pas utilisés')
  await dialog.getByRole('button', { name: begins('stock.held.release') }).click()
  await dialog.waitFor({ state: 'detached' })

  await page.getByRole('button', { name: t('stock.held.release_all') }).click()
  await page.getByRole('dialog').getByLabel(t('fields.reason')).fill('Tickets comparés')
  await pressInDialog(page, begins('stock.held.release'))
  await page.getByText(t('stock.held.none')).waitFor()
})
