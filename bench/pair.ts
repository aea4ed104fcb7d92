// Two servers on one database, one of them through a proxy, and the faults such a pair can suffer.
import { randomBytes } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { startEmbedded } from '../server/postgres/embedded-postgres.ts'
import { migrate } from '../server/postgres/migrate.ts'
import { openProxy } from '../server/test/proxy.ts'
import { fillDisk, freeDisk, goOn, killPostgres, postgresOf, standStill, untilFullMinute } from './nemesis.ts'
import { pause, type Selling, SHORT_SIZE, SIZE } from './rush.ts'
import { builtServer, freePort, healthy, query, type ServerProcess, type Stage, startServer, withDatabase } from './stage.ts'
import { fillWorld } from './world.ts'

export type PairFault = keyof ReturnType<typeof faultsOf>
export type Pair = Selling & {
  hurt: (fault: PairFault) => Promise<void>
  /** Waits until both servers are ready again; restarts a server that ended, as a supervisor does. */
  mend: () => Promise<void>
  /** How often a server ended without being killed. */
  ended: () => number
  wrongKey: () => Promise<'refused' | 'started'>
  close: () => Promise<void>
}

const HALF_OPEN_MS = 600
/** How long a server is frozen, in milliseconds. `long`: longer than a sale may take. */
const STILL_MS = { short: 2_000, long: 10_000 }
const FULL_MS = 5_000

export async function openPair(stage: Stage, dir: string, isLong: boolean): Promise<Pair> {
  mkdirSync(dir, { recursive: true })
  const cluster = await startEmbedded(dir)
  const url = withDatabase(cluster.superuserUrl, 'portal')
  await migrate(cluster.ownerUrl)
  await fillWorld(url, stage.keys, isLong ? SIZE : SHORT_SIZE)
  const proxy = await openProxy(cluster.url)
  const ways = [proxy.urlOf, (direct: string) => direct]
  const ports = [await freePort(), await freePort()]
  const servers: ServerProcess[] = []
  let ended = 0

  const serverAt = (name: string, port: number, way: (direct: string) => string, masterKey = stage.masterKey) =>
    startServer(builtServer(), join(stage.dir, `${name}.log`), {
      // Servers of another pair have other data directories, because a server holds all stock back if its database is not the one that its data directory
      // remembers.
      DATA_DIR: join(stage.dir, `${name} of ${basename(dir)}`),
      FILES_DIR: join(dir, 'files'),
      DATABASE_URL: way(cluster.url),
      DATABASE_URL_DIRECT: way(cluster.ownerUrl),
      MASTER_KEY: masterKey,
      PORT: String(port),
    })
  const start = async (i: number) => {
    servers[i] = await serverAt(`server-${i}`, ports[i] as number, ways[i] as (direct: string) => string)
  }
  const hasEnded = ({ child }: ServerProcess) => child.exitCode !== null || child.signalCode !== null

  async function mend(): Promise<void> {
    for (const i of servers.keys()) {
      for (let isUp = false; !isUp; ) {
        const server = servers[i] as ServerProcess
        const look = () => {
          if (hasEnded(server)) throw new Error('it ended')
        }
        isUp = await healthy(server.port, look).then(
          () => true,
          () => false,
        )
        if (isUp) continue
        if (!hasEnded(server)) throw new Error(`server ${i} does not become ready: ${await looksAt(server.port)}`)
        if (server.child.signalCode !== 'SIGKILL') ended++
        await start(i).catch(() => pause(500))
      }
    }
  }

  const faults = faultsOf({ dir, servers, proxy, isLong, url })
  await start(0)
  await start(1)
  return {
    stage,
    ports,
    journals: [],
    url: () => url,
    mend,
    ended: () => ended,
    hurt: (fault) => faults[fault](),
    wrongKey: async () => {
      const started = await serverAt('wrong-key', await freePort(), (direct) => direct, randomBytes(32).toString('base64')).catch(() => undefined)
      await started?.stop()
      return started ? 'started' : 'refused'
    },
    close: async () => {
      for (const server of servers) await server.stop()
      await proxy.close()
      await cluster.stop()
    },
  }
}

/** Fetches the server's own report (/ready), for an error message. */
const looksAt = (port: number) =>
  fetch(`http://127.0.0.1:${port}/ready`, { signal: AbortSignal.timeout(5_000) }).then(
    (answer) => answer.text(),
    (error: unknown) => String(error),
  )

type PairRun = { dir: string; servers: ServerProcess[]; proxy: Awaited<ReturnType<typeof openProxy>>; isLong: boolean; url: string }

const faultsOf = ({ dir, servers, proxy, isLong, url }: PairRun) => {
  const still_ms = isLong ? STILL_MS.long : STILL_MS.short
  const killServer = async (i: number) => {
    servers[i]?.child.kill('SIGKILL')
    await servers[i]?.ended
  }
  const still = async (pids: readonly number[]) => {
    standStill(pids)
    await pause(still_ms)
    goOn(pids)
  }
  return {
    'server killed': () => killServer(1),
    'database killed': async () => killPostgres(dir),
    'network half open': async () => {
      proxy.swallow()
      await pause(HALF_OPEN_MS)
      proxy.heal()
    },
    'server stands still': () => still([servers[1]?.child.pid ?? 0]),
    'database stands still': () => still(postgresOf(dir)),
    'server killed at the full minute': async () => {
      await untilFullMinute()
      await killServer(0)
    },
    'database killed at the full minute': async () => {
      await untilFullMinute()
      killPostgres(dir)
    },
    /** This fault is caused only if the database has a disk of its own. A new WAL segment is begun, because only a new segment needs space. */
    'disk full': async () => {
      fillDisk(dir)
      await query(url, 'select pg_switch_wal()').catch(() => undefined)
      await pause(FULL_MS)
      freeDisk(dir)
    },
  }
}
