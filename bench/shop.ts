// The shop of the purchase benchmark: a database with its world, the product's server, and the checks after every run.
import { join } from 'node:path'
import type { Embedded } from '../server/postgres/embedded-postgres.ts'
import { migrate } from '../server/postgres/migrate.ts'
import { builtServer, forkScript, query, type Stage, startServer, withDatabase } from './stage.ts'
import type { Order, Result } from './tills.ts'
import { fillWorld, TENANT, type WorldSize } from './world.ts'

export type Shop = { name: string; superuserUrl: string; appUrl: string; port: number; pid: number; size: WorldSize }

export async function openShop(stage: Stage, cluster: Embedded, name: string, size: WorldSize): Promise<Shop> {
  const at = (url: string) => withDatabase(url, name)
  if (name !== 'portal') await query(cluster.superuserUrl, `create database ${name} owner portal_owner`)
  await migrate(at(cluster.ownerUrl))
  await fillWorld(at(cluster.superuserUrl), stage.keys, size)
  const env = {
    DATA_DIR: join(stage.dir, name),
    DATABASE_URL: at(cluster.url),
    DATABASE_URL_DIRECT: at(cluster.ownerUrl),
    MASTER_KEY: stage.masterKey,
  }
  const server = await startServer(builtServer(), join(stage.dir, `${name}.log`), env)
  stage.later(server.stop)
  return { name, superuserUrl: at(cluster.superuserUrl), appUrl: at(cluster.url), port: server.port, pid: server.child.pid ?? 0, size }
}

/** Starts another server on the database of the first shop. All servers share the folder of files, and each has a folder of its own. */
export async function serverBeside(stage: Stage, cluster: Embedded, filesDir: string, name: string): Promise<{ port: number; pid: number }> {
  const env = {
    DATA_DIR: join(stage.dir, name),
    FILES_DIR: filesDir,
    DATABASE_URL: cluster.url,
    DATABASE_URL_DIRECT: cluster.ownerUrl,
    MASTER_KEY: stage.masterKey,
  }
  const server = await startServer(builtServer(), join(stage.dir, `${name}.log`), env)
  stage.later(server.stop)
  return { port: server.port, pid: server.child.pid ?? 0 }
}

export const salesCount = async ({ superuserUrl }: Shop): Promise<number> =>
  (await query<{ n: number }>(superuserUrl, 'select count(*)::int as n from sales'))[0]?.n ?? 0

/** Throws unless the books have as many sales as there were answers that say sold. */
export function checkCount(label: string, booked: number, sold: number): void {
  if (booked !== sold) throw new Error(`${label}: ${sold} answers say sold, the books have ${booked} sales`)
}

/** Runs the money check and returns its duration in milliseconds; throws if it finds anything. */
export async function checkMoney(shop: Shop): Promise<number> {
  const start = performance.now()
  const wrong = await query<{ name: string; wrong: number }>(shop.superuserUrl, 'select * from check_money($1) where wrong > 0', [TENANT])
  if (wrong.length > 0) throw new Error(`${shop.name}: money check failed: ${JSON.stringify(wrong)}`)
  return Math.round(performance.now() - start)
}

/** Starts tills in a process of their own. The returned function tells them what to buy and how long, and returns their result; one call at a time. */
export function openTills(stage: Stage): (order: Order) => Promise<Result> {
  const child = forkScript('tills.ts')
  stage.later(() => child.disconnect())
  return (order) =>
    new Promise((resolve, reject) => {
      child.once('message', ({ result, error }: { result?: Result; error?: string }) => (result ? resolve(result) : reject(new Error(error))))
      child.send(order)
    })
}
