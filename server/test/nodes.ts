// The PostgreSQL servers on which the server's tests run: the embedded one alone, or with CITUS=host:port all nodes of the Citus cluster whose coordinator is
// there. The coordinator's database `postgres` knows the other nodes (docs/operations.md, A cluster); everybody in it is trusted without a password.
import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { bootstrap } from '../postgres/bootstrap.ts'
import { distribute } from '../postgres/distribution.ts'
import type { Embedded } from '../postgres/embedded-postgres.ts'

/** The superuser's URLs of all nodes, the coordinator first; and the URLs of the portal's own roles on the coordinator. */
export type Nodes = Pick<Embedded, 'url' | 'ownerUrl' | 'superuserUrl' | 'stop'> & { nodes: string[] }

export async function citusNodes(coordinator: string): Promise<Nodes> {
  const superuserUrl = `postgres://postgres@${coordinator}/postgres`
  const found = await ask<{ node: string }>(superuserUrl, `select format('%s:%s', nodename, nodeport) as node from pg_dist_node where groupid > 0 order by 1`)
  const nodes = [superuserUrl, ...found.map(({ node }) => `postgres://postgres@${node}/postgres`)]
  await dropOn(nodes, 'portal')
  const [owner, app] = [randomBytes(24).toString('hex'), randomBytes(24).toString('hex')]
  await bootstrap(superuserUrl, { owner, app })
  // Tests set the tenant of the owner's session, which does not reach the other nodes; so there the owner sees the rows of all tenants.
  await ask(superuserUrl, 'alter role portal_owner bypassrls')
  await ask(superuserUrl, 'alter role portal_owner set citus.allow_nested_distributed_execution = on')
  const urlOf = (user: string, password: string) => `postgres://${user}:${password}@${coordinator}/portal`
  return { url: urlOf('portal_app', app), ownerUrl: urlOf('portal_owner', owner), superuserUrl, nodes, stop: () => dropOn(nodes, 'portal') }
}

/** Makes a cluster of a plain database, as an operator would, and then a template of it on every node. */
export async function becomeCluster(nodes: readonly string[], name: string): Promise<void> {
  await joinNodes(nodes, name)
  await distribute(on(nodes[0], name))
  for (const node of nodes) {
    await ask(node, `alter database ${name} with allow_connections false`)
    await ask(node, `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`)
  }
}

/** Makes a database of the coordinator one of all nodes. */
export async function joinNodes([coordinator = '', ...workers]: readonly string[], name: string): Promise<void> {
  for (const worker of workers) await ask(worker, `create database ${name} owner portal_owner`)
  for (const node of [coordinator, ...workers]) await ask(on(node, name), 'create extension citus')
  const { hostname, port } = new URL(coordinator)
  await ask(on(coordinator, name), `select citus_set_coordinator_host('${hostname}', ${port})`)
  for (const worker of workers) await ask(on(coordinator, name), `select citus_add_node('${new URL(worker).hostname}', ${new URL(worker).port})`)
}

/** Makes a database on all nodes: a copy of the template of that name, or without a template an empty one. */
export async function createOn(nodes: readonly string[], name: string, template?: string): Promise<void> {
  if (!template && nodes.length > 1) {
    await ask(nodes[0], `create database ${name} owner portal_owner`)
    return joinNodes(nodes, name)
  }
  const way = template ? `template ${template} owner portal_owner strategy file_copy` : 'owner portal_owner'
  await Promise.all(nodes.map((node) => ask(node, `create database ${name} ${way}`)))
}

export const dropOn = async (nodes: readonly string[], name: string): Promise<void> =>
  void (await Promise.all(nodes.map((node) => ask(node, `drop database if exists ${name} with (force)`))))

/** The URL of another database of the same node. */
export const on = (url = '', name = ''): string => url.replace(/\/postgres$/, `/${name}`)

/** Opens a connection to `url` and runs one statement over it. */
export async function ask<Row>(url: string | undefined, statement: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url })
  // The database may be dropped while the connection is closing.
  client.on('error', () => undefined)
  await client.connect()
  try {
    return (await client.query(statement)).rows as Row[]
  } finally {
    await client.end()
  }
}
