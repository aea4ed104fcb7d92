// A primary and its standby, made from the embedded PostgreSQL: the standby is a copy of the primary's stopped cluster that follows the primary from then on.
import { appendFileSync, chownSync, cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { type Embedded, freePort, type Running, ready, run, serverArgs, startEmbedded } from '../postgres/embedded-postgres.ts'
import { postgresHome } from '../postgres/postgres-home.ts'
import { quickFolder } from './in-memory.ts'

const at = (url: string, port: number, database = 'portal') => {
  const own = new URL(url)
  own.port = String(port)
  own.pathname = `/${database}`
  return own.toString()
}

export async function asked<Row extends pg.QueryResultRow>(url: string, sql: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => undefined)
  await client.connect()
  try {
    return (await client.query<Row>(sql)).rows
  } finally {
    await client.end()
  }
}

export type Pair = {
  primary: Embedded
  /** The addresses of the standby for the server's role and for the superuser. */
  standby: { url: string; superuserUrl: string }
  /** Stops the primary as a power cut does, before it can tell the standby anything. The primary does not start again. */
  kill: () => Promise<void>
  /** Makes the standby a primary. */
  promote: () => Promise<void>
  end: () => Promise<void>
}

/** Starts a primary and its standby. `prepared` fills the primary before it is copied. `isSynchronous`: a commit waits until the standby has it on its disk. */
export async function startPair(prepared: (primary: Embedded) => Promise<void>, { isSynchronous = false } = {}): Promise<Pair> {
  const [own, other] = [quickFolder('primary'), quickFolder('standby')]
  const first = await startEmbedded(own)
  await prepared(first)
  await first.stop()
  const home = await postgresHome(other)
  cpSync(first.cluster, home.cluster, { recursive: true, filter: (path) => !path.endsWith('postmaster.pid') })
  const primary = await startEmbedded(own)
  const conninfo = new URL(primary.superuserUrl)
  appendFileSync(
    join(home.cluster, 'postgresql.auto.conf'),
    `primary_conninfo = 'host=127.0.0.1 port=${conninfo.port} user=postgres password=${conninfo.password} application_name=standby'\nhot_standby_feedback = on\n`,
  )
  writeFileSync(join(home.cluster, 'standby.signal'), '')
  if (home.user) giveAll(home.cluster, home.user)
  const port = await freePort()
  const server: Running = run(home, 'postgres', serverArgs(home.cluster, port))
  const superuserUrl = at(primary.superuserUrl, port, 'postgres')
  await ready(server, superuserUrl)
  if (isSynchronous) {
    await asked(primary.superuserUrl, `alter system set synchronous_standby_names = 'standby'`)
    await asked(primary.superuserUrl, 'select pg_reload_conf()')
  }
  return {
    primary,
    standby: { url: at(primary.url, port), superuserUrl },
    kill: async () => {
      process.kill(Number(readFileSync(join(primary.cluster, 'postmaster.pid'), 'utf8').split('\n')[0]), 'SIGKILL')
      await primary.stop()
    },
    promote: async () => void (await asked(superuserUrl, 'select pg_promote()')),
    end: async () => {
      server.child.kill('SIGINT')
      await server.ended
      await primary.stop().catch(() => undefined)
      for (const folder of [own, other]) rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Makes the user that runs PostgreSQL the owner of all files of the cluster. */
function giveAll(folder: string, user: { uid: number; gid: number }): void {
  chownSync(folder, user.uid, user.gid)
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) chownSync(join(folder, name), user.uid, user.gid)
}
