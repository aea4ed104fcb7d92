// The baselines, which PostgreSQL's own pgbench measures with one purchase per commit and no server in between: one baseline calls `sell`, the other calls the
// bare design (bare.sql), which does only what money and stock need. The bare design does not get faster when `sell` does.
import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type Figures, figuresOf, round } from './latency.ts'
import type { Shop } from './shop.ts'
import { query } from './stage.ts'
import { TENANT, type WorldSize } from './world.ts'

const THREADS = 2

/**
 * SQL: any shop buys any configuration except the last, which has a larger (hot) stock. Ids are built in the statement, which costs the baseline a few
 * microseconds.
 */
const sell = ({ wallets, configurations }: WorldSize) => `\\set w random(1, ${wallets})
\\set c random(1, ${configurations - 1})
select code from sell(${TENANT}, now(), false, array[uuidv7()], array['\\x00112233445566778899aabbccddeeff'::bytea],
  array[('00000004-0000-7000-8000-' || lpad(to_hex(:w::int), 12, '0'))::uuid], array[('00000005-0000-7000-8000-' || lpad(to_hex(:w::int), 12, '0'))::uuid],
  array[('00000003-0000-7000-8000-' || lpad(to_hex(:w::int), 12, '0'))::uuid], array[('00000008-0000-7000-8000-' || lpad(to_hex(:c::int), 12, '0'))::uuid],
  array[1], array[uuidv7()], array[null::uuid], array[null::bigint]);
`

const buy = ({ wallets, configurations }: WorldSize) => `\\set w random(1, ${wallets})
\\set d random(1, ${configurations - 1})
select code, serials, sealed from buy(sha256(('token' || :w)::bytea), uuidv7(), :d, 1);
`

/** What pgbench runs for a baseline: the database, the script of one purchase, connection options, and `count`, which counts the sales made. */
type Baseline = { url: string; script: string; options?: string; count: () => Promise<number> }

/** The baseline of our own function, called with the server's role. */
export const ofSell = ({ appUrl, size }: Shop, count: () => Promise<number>): Baseline => ({ url: appUrl, script: sell(size), count })

/** The baseline of the bare design: makes its tables, with as many rows as ours, in the database beside our tables. */
export async function ofBare({ superuserUrl: url, size }: Shop): Promise<Baseline> {
  const numbers = Object.entries(size).map(([name, n]) => [`:${name}`, String(n)] as const)
  await query(
    url,
    numbers.reduce((text, [name, n]) => text.replaceAll(name, n), readFileSync(join(import.meta.dirname, 'bare.sql'), 'utf8')),
  )
  for (const table of ['denominations', 'plans', 'wallets', 'tokens', 'heads', 'pins', 'sales', 'entries']) await query(url, `vacuum (analyze) bare.${table}`)
  const count = async () => (await query<{ n: number }>(url, 'select count(*)::int as n from bare.sales'))[0]?.n ?? 0
  return { url, script: buy(size), options: '-c search_path=bare -c plan_cache_mode=force_generic_plan', count }
}

/**
 * How long the measurement warms up. Each connection plans its statements at its first purchase, as a server's connections have done long ago, so these first
 * seconds do not count. In `benched` below, `sold` is counted in the database: pgbench also counts purchases that failed because queue heads were busy.
 */
const WARM_S = 2

export async function benched(
  { program, dir, clients, seconds }: { program: string; dir: string; clients: number; seconds: number },
  { url, script, options = '', count }: Baseline,
): Promise<Figures> {
  const folder = mkdtempSync(join(dir, 'pgbench-'))
  try {
    writeFileSync(join(folder, 'sell.sql'), script)
    const before = await count()
    const threads = String(Math.min(THREADS, clients))
    const flags = ['-n', '-M', 'prepared', '-f', 'sell.sql', '-c', String(clients), '-j', threads, '-T', String(WARM_S + seconds), '-l', '--log-prefix=run']
    await promisify(execFile)(program, [...flags, url], { cwd: folder, maxBuffer: 1 << 24, env: { ...process.env, PGOPTIONS: options } })
    const sold = (await count()) - before
    const all = readLogs(folder)
    const begin = all.reduce((first, { ended_s }) => Math.min(first, ended_s), Number.POSITIVE_INFINITY) + WARM_S
    const counted = all.filter(({ ended_s }) => ended_s >= begin && ended_s < begin + seconds).map(({ latency_ms }) => latency_ms)
    const figures = figuresOf(counted, seconds, sold)
    return { ...figures, per_second: round((figures.per_second * sold) / Math.max(1, all.length)) }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/**
 * Reads pgbench's logs. A log has one line per purchase: client, number of the purchase, duration in microseconds, script, and the end time as seconds and
 * microseconds.
 */
function readLogs(folder: string): { latency_ms: number; ended_s: number }[] {
  const lines = readdirSync(folder)
    .filter((name) => name.startsWith('run'))
    .flatMap((name) => readFileSync(join(folder, name), 'utf8').trim().split('\n'))
  return lines.map((line) => {
    const [, , latency_us = 0, , second = 0, microsecond = 0] = line.split(' ').map(Number)
    return { latency_ms: latency_us / 1000, ended_s: second + microsecond / 1e6 }
  })
}
