// A server that starts rehearses a sale by itself, so that the connections of its first customers are there and have planned a sale.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { issueKey } from '../server/http/transaction-key.ts'
import { MONEY_KEPT } from '../server/postgres/db.ts'
import { startEmbedded } from '../server/postgres/embedded-postgres.ts'
import { quickFolder } from '../server/test/in-memory.ts'
import { buyerAt } from './buyer.ts'
import { openShop, salesCount } from './shop.ts'
import { builtServer, onStage, query, startServer, withDatabase } from './stage.ts'
import { idOf, TENANT } from './world.ts'

const SIZE = { wallets: 2, configurations: 2, pins: 20, hot: 20 }
/** The pid of each connection of the server's role. */
const OPEN = `select pid from pg_stat_activity where usename = 'portal_app' and datname = 'portal' and state = 'idle'`

/** The outcomes of the sales that the last server with this log has rehearsed; undefined as long as it has not. */
const rehearsed = (log: string): string[] | undefined =>
  readFileSync(log, 'utf8')
    .split('\n')
    .filter((line) => line.includes('a sale was rehearsed'))
    .map((line) => (JSON.parse(line) as { outcomes: string[] }).outcomes)
    .at(-1)

test('a server that starts rehearses the last sale on each connection that sells, and sells nothing by it', { timeout: 240_000 }, async () => {
  await onStage(async (stage) => {
    const cluster = await startEmbedded(join(stage.dir, 'cluster'))
    stage.later(cluster.stop)
    const shop = await openShop(stage, cluster, 'portal', SIZE)
    const first = join(stage.dir, 'portal.log')
    await expect.poll(() => rehearsed(first), { timeout: 30_000 }).toEqual(Array.from({ length: 3 * MONEY_KEPT }, () => 'signed_out'))
    const key = issueKey(stage.keys, { home_tenant_id: TENANT, user_id: idOf.user(1) })
    expect(await buyerAt([shop.port]).buy({ key, shop: 1, configuration: 1, quantity: 1 })).toHaveProperty('sold')

    const folders = { DATA_DIR: join(stage.dir, 'second'), FILES_DIR: join(stage.dir, 'portal') }
    const env = { ...folders, DATABASE_URL: shop.appUrl, DATABASE_URL_DIRECT: withDatabase(cluster.ownerUrl, 'portal') }
    const log = join(stage.dir, 'second.log')
    const before = await query(shop.superuserUrl, OPEN)
    const second = await startServer(builtServer(), log, { ...env, MASTER_KEY: stage.masterKey })
    stage.later(second.stop)
    await expect.poll(() => rehearsed(log), { timeout: 30_000 }).toEqual(Array.from({ length: 3 * MONEY_KEPT }, () => 'sold'))
    expect((await query(shop.superuserUrl, OPEN)).length - before.length).toBeGreaterThanOrEqual(MONEY_KEPT)
    expect(await salesCount(shop)).toBe(1)
  }, quickFolder('bench'))
})
