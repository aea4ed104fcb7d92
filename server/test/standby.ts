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

export type Standby = {
  /** The addresses for the server's role and for the superuser. */
  url: string
  superuserUrl: string
  /** Makes the standby a primary. */
  promote: () => Promise<void>
}
export type Pair = {
  primary: Embedded
  standby: Standby
  /** Another standby of the same primary. */
  second: Standby
  /** Stops the primary as a power cut does, before it can tell the standby anything. The primary does not start again. */
  kill: () => Promise<void>
  end: () => Promise<void>
}

/** Starts a standby from a copy of the primary's cluster. */
async function follow(primary: Embedded, folder: string, name: string): Promise<Standby & { end: () => Promise<void> }> {
  const home = await postgresHome(folder)
  const { port: primaryPort, password } = new URL(primary.superuserUrl)
  appendFileSync(
    join(home.cluster, 'postgresql.auto.conf'),
    `primary_conninfo = 'host=127.0.0.1 port=${primaryPort} user=postgres password=${password} application_name=${name}'\nhot_standby_feedback = on\n`,
  )
  writeFileSync(join(home.cluster, 'standby.signal'), '')
  if (home.user) giveAll(home.cluster, home.user)
  const port = await freePort()
  const server: Running = run(home, 'postgres', serverArgs(home.cluster, port))
  const superuserUrl = at(primary.superuserUrl, port, 'postgres')
  await ready(server, superuserUrl)
  return {
    ...{ url: at(primary.url, port), superuserUrl },
    promote: async () => void (await asked(superuserUrl, 'select pg_promote()')),
    end: async () => {
      server.child.kill('SIGINT')
      await server.ended
    },
  }
}

/** Starts a primary with two standbys. `prepared` fills the primary before it is copied. `isSynchronous`: a commit waits until `standby` has it on its disk. */
export async function startPair(prepared: (primary: Embedded) => Promise<void>, { isSynchronous = false } = {}): Promise<Pair> {
  const folders = ['primary', 'standby', 'second'].map(quickFolder)
  const [own = '', ...others] = folders
  const first = await startEmbedded(own)
  await prepared(first)
  await first.stop()
  for (const folder of others) {
    const { cluster } = await postgresHome(folder)
    cpSync(first.cluster, cluster, { recursive: true, filter: (path) => !path.endsWith('postmaster.pid') })
  }
  const primary = await startEmbedded(own)
  const [standby, second] = [await follow(primary, others[0] ?? '', 'standby'), await follow(primary, others[1] ?? '', 'second')]
  if (isSynchronous) {
    await asked(primary.superuserUrl, `alter system set synchronous_standby_names = 'standby'`)
    await asked(primary.superuserUrl, 'select pg_reload_conf()')
  }
  return {
    ...{ primary, standby, second },
    kill: async () => {
      process.kill(Number(readFileSync(join(primary.cluster, 'postmaster.pid'), 'utf8').split('\n')[0]), 'SIGKILL')
      await primary.stop()
    },
    end: async () => {
      await Promise.all([standby.end(), second.end()])
      await primary.stop().catch(() => undefined)
      for (const folder of folders) rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Makes the user that runs PostgreSQL the owner of all files of the cluster. */
function giveAll(folder: string, user: { uid: number; gid: number }): void {
  chownSync(folder, user.uid, user.gid)
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) chownSync(join(folder, name), user.uid, user.gid)
}
