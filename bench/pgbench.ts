// The baseline: PostgreSQL's own pgbench calling `sell`, one purchase per commit, nothing in between.
import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type Figures, figuresOf, round } from './latency.ts'
import { type Shop, salesCount } from './shop.ts'
import { TENANT, type WorldSize } from './world.ts'

const THREADS = 2

/** Any shop buys any configuration but the hot one. Ids are built in the statement, which costs the baseline a few microseconds. */
const script = ({ wallets, configurations }: WorldSize) => `\\set w random(1, ${wallets})
\\set c random(1, ${configurations - 1})
select code from sell(${TENANT}, now(), false, array[uuidv7()], array['\\x00112233445566778899aabbccddeeff'::bytea],
  array[('00000004-0000-7000-8000-' || lpad(to_hex(:w::int), 12, '0'))::uuid], array[('00000005-0000-7000-8000-' || lpad(to_hex(:w::int), 12, '0'))::uuid],
  array[('00000003-0000-7000-8000-' || lpad(to_hex(:w::int), 12, '0'))::uuid], array[('00000008-0000-7000-8000-' || lpad(to_hex(:c::int), 12, '0'))::uuid],
  array[1], array[uuidv7()], array[null::uuid], array[null::bigint]);
`

/**
 * Each connection plans its statements at its first purchase, as a server's have done long ago, so the first seconds do not count. `sold` is counted in
 * the database for the whole run: a purchase that found its queue heads busy is answered too, but is no sale.
 */
const WARM_S = 2

export async function bareSales(program: string, dir: string, shop: Shop, clients: number, seconds: number): Promise<Figures> {
  const folder = mkdtempSync(join(dir, 'pgbench-'))
  try {
    writeFileSync(join(folder, 'sell.sql'), script(shop.size))
    const before = await salesCount(shop)
    const threads = String(Math.min(THREADS, clients))
    const flags = ['-n', '-M', 'prepared', '-f', 'sell.sql', '-c', String(clients), '-j', threads, '-T', String(WARM_S + seconds), '-l', '--log-prefix=run']
    await promisify(execFile)(program, [...flags, shop.appUrl], { cwd: folder, maxBuffer: 1 << 24 })
    const sold = (await salesCount(shop)) - before
    const all = readLogs(folder)
    const begin = all.reduce((first, { ended_s }) => Math.min(first, ended_s), Number.POSITIVE_INFINITY) + WARM_S
    const counted = all.filter(({ ended_s }) => ended_s >= begin && ended_s < begin + seconds).map(({ latency_ms }) => latency_ms)
    const figures = figuresOf(counted, seconds, sold)
    return { ...figures, per_second: round((figures.per_second * sold) / Math.max(1, all.length)) }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** One line per purchase: client, its number, microseconds, script, and the end time as seconds and microseconds. */
function readLogs(folder: string): { latency_ms: number; ended_s: number }[] {
  const lines = readdirSync(folder)
    .filter((name) => name.startsWith('run'))
    .flatMap((name) => readFileSync(join(folder, name), 'utf8').trim().split('\n'))
  return lines.map((line) => {
    const [, , latency_us = 0, , second = 0, microsecond = 0] = line.split(' ').map(Number)
    return { latency_ms: latency_us / 1000, ended_s: second + microsecond / 1e6 }
  })
}
