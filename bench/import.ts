// The import benchmark: a supplier's file of a million PINs through all three steps, against COPY of the same rows into equal tables, alternating in one run.
//   import  the file streamed in and encrypted; every row checked and looked up in stock; encrypted, hashed and put into its batch by the server's own role
//   copy    the resulting rows, ready-made, from a file, by the database's owner, into tables with the same indexes and no row level security
// The tables of both measurements grow by the same rows in each round. Options: quick (100,000 PINs, one round), five-million (one round). Default: 3 rounds.
import { createHash, randomInt } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import type { SignedIn } from '../server/http/sessions.ts'
import { ended, type RunServices } from '../server/modules/goods/stock/runs.ts'
import { beginCheck, beginImport, own } from '../server/modules/goods/stock/stock.ts'
import { takeUpload } from '../server/modules/goods/stock/take.ts'
import { createDb } from '../server/postgres/db.ts'
import { startEmbedded } from '../server/postgres/embedded-postgres.ts'
import { migrate } from '../server/postgres/migrate.ts'
import { median } from './latency.ts'
import { onStage, type Stage } from './stage.ts'
import { fillWorld, idOf, TENANT } from './world.ts'

type Plan = { pins: number; rounds: number }
type Times = { upload_s: number; check_s: number; finish_s: number; import_s: number; copy_s: number; ratio: number }

const FULL: Plan = { pins: 1_000_000, rounds: 3 }
const QUICK: Plan = { pins: 100_000, rounds: 1 }
const HUGE: Plan = { pins: 5_000_000, rounds: 1 }
const MEMORY_MS = 20
const MB = 1024 * 1024

const say = (line: string) => void process.stdout.write(`${line}\n`)
const rounded = (n: number) => Math.round(n * 1000) / 1000
const RESELLER = '00000001-0000-7000-8000-000000000001'
const SUPPLIER = '00000006-0000-7000-8000-000000000001'

/** A made-up user of the reseller, with only the fields that the calls below read. */
const actor = { tenant_id: TENANT, organisation_id: RESELLER, user_id: idOf.user(1), username: 'bench', role: 'reseller' } as unknown as SignedIn

/** Yields the lines of a file. Each PIN has sixteen digits and differs from all other PINs. Columns: serial; pin; batch; expiry. */
function* fileLines(pins: number, round: number): Generator<string> {
  const salt = randomInt(2 ** 40)
  let text = 'Serial;Pin;Batch;Expiry\n'
  for (let i = 0; i < pins; i++) {
    const pin = String(BigInt(`0x${createHash('sha256').update(`${salt}-${i}`).digest('hex').slice(0, 13)}`) + 1_000_000_000_000_000n)
    text += `${round}${String(10_000_000_000 + i)};${pin};L${round};31.12.2089\n`
    if (i % 1000 === 999) {
      yield text
      text = ''
    }
  }
  if (text) yield text
}

async function timed<T>(work: () => Promise<T>): Promise<[number, T]> {
  const start = performance.now()
  const result = await work()
  return [(performance.now() - start) / 1000, result]
}

/** Takes a file through all three steps; throws unless every PIN came into stock. Writes no audit row, because `actor` has no session. */
async function importFile(services: RunServices, file: string, { pins }: Plan, round: number) {
  const ground = { ...services, audit: async () => undefined }
  const csv_file = { filename: `round-${round}.csv`, bytes: createReadStream(file, { highWaterMark: 64 * 1024 }) }
  const [upload_s, { upload_id }] = await timed(() => takeUpload(ground, actor, { configuration_id: idOf.configuration(1), csv_file }))
  const { settings } = await own(ground, actor, upload_id)
  const { pin_sequence, serial_sequence, batch_sequence, expiry_sequence } = settings
  const [check_s] = await timed(async () => {
    const columns = { pin_sequence, serial_sequence, batch_sequence, expiry_sequence, value_sequence: 0 }
    await beginCheck(ground, actor, { upload_id, ...columns, add_leading_zero: false })
    await ended(upload_id)
  })
  const [finish_s] = await timed(async () => {
    await beginImport(ground, actor, { upload_id, supplier_id: SUPPLIER, buying_discount: 800, leave_out_errors: false, publish: true })
    await ended(upload_id)
  })
  const { step, accepted, batch_no } = await own(ground, actor, upload_id)
  if (step !== 'imported' || accepted !== pins || !batch_no) throw new Error(`the import ended ${step} with ${accepted} PINs`)
  return { upload_s, check_s, finish_s, batch_no }
}

const COLUMNS = { pins: 'tenant_id, batch_no, seq, hash, serial, last4', pin_blocks: 'tenant_id, batch_no, block, sealed' } as const
const TABLES = ['pins', 'pin_blocks'] as const

/**
 * Writes the batch's rows to files, which is not timed, and copies the files in again, which is timed. `reader` is the superuser, `owner` the database's owner.
 */
async function copyRows(stage: Stage, reader: pg.Client, owner: pg.Client, batch_no: number): Promise<number> {
  for (const table of TABLES)
    await pipeline(
      reader.query(copyTo(`copy (select ${COLUMNS[table]} from ${table} where tenant_id = ${TENANT} and batch_no = ${batch_no}) to stdout`)),
      createWriteStream(join(stage.dir, table)),
    )
  await reader.query('checkpoint')
  const [seconds] = await timed(async () => {
    for (const table of TABLES)
      await pipeline(createReadStream(join(stage.dir, table), { highWaterMark: MB }), owner.query(copyFrom(`copy raw_${table} (${COLUMNS[table]}) from stdin`)))
  })
  return seconds
}

async function connected(url: string, stage: Stage): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  stage.later(() => client.end())
  return client
}

/** Does the work; returns the peak memory of this process meanwhile, in MB, and the result. */
async function withPeak<T>(work: () => Promise<T>): Promise<[number, T]> {
  let peak = 0
  const look = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage.rss())
  }, MEMORY_MS)
  try {
    const result = await work()
    return [peak / MB, result]
  } finally {
    clearInterval(look)
  }
}

export async function measure(options: ReadonlySet<string>): Promise<Record<string, unknown>> {
  const plan = options.has('quick') ? QUICK : options.has('five-million') ? HUGE : FULL
  return onStage(async (stage) => {
    const cluster = await startEmbedded(join(stage.dir, 'cluster'))
    stage.later(cluster.stop)
    await migrate(cluster.ownerUrl)
    const superuserUrl = cluster.superuserUrl.replace(/\/[^/]*$/, '/portal')
    await fillWorld(superuserUrl, stage.keys, { wallets: 1, configurations: 2, pins: 16, hot: 16 })
    const [reader, owner] = [await connected(superuserUrl, stage), await connected(cluster.ownerUrl, stage)]
    for (const table of TABLES) await owner.query(`create table raw_${table} (like ${table} including all)`)
    const db = createDb({ url: cluster.url })
    stage.later(db.close)
    const ground: RunServices = { db, keys: stage.keys, clock: () => new Date(), log: console, filesDir: stage.dir }

    const rounds: Times[] = []
    const peaks: number[] = []
    for (let round = 1; round <= plan.rounds; round++) {
      const file = join(stage.dir, 'supplier.csv')
      await pipeline(Readable.from(fileLines(plan.pins, round)), createWriteStream(file))
      await reader.query('checkpoint')
      const [peak_mb, { batch_no, ...steps }] = await withPeak(() => importFile(ground, file, plan, round))
      const copy_s = await copyRows(stage, reader, owner, batch_no)
      const import_s = steps.upload_s + steps.check_s + steps.finish_s
      rounds.push({ ...steps, import_s, copy_s, ratio: copy_s / import_s })
      peaks.push(peak_mb)
      say(
        `round ${round}: ${Object.entries(rounds.at(-1) ?? {})
          .map(([name, n]) => `${name} ${n.toFixed(2)}`)
          .join('  ')}  peak_mb ${peak_mb.toFixed(0)}  file_mb ${((await stat(file)).size / MB).toFixed(0)}`,
      )
    }
    const middle = Object.fromEntries(
      (Object.keys(rounds[0] ?? {}) as (keyof Times)[]).map((name) => [name, rounded(median(rounds.map((times) => times[name])))]),
    )
    const per_second = (s: number | undefined) => Math.round(plan.pins / (s ?? 1))
    say(
      `rows/s: upload ${per_second(middle.upload_s)}  check ${per_second(middle.check_s)}  finish ${per_second(middle.finish_s)}  import ${per_second(middle.import_s)}  copy ${per_second(middle.copy_s)}`,
    )
    return {
      pins: plan.pins,
      rounds: plan.rounds,
      ...middle,
      import_rows_per_second: per_second(middle.import_s),
      peak_mb: Math.round(Math.max(...peaks)),
      target: 0.5,
    }
  })
}
