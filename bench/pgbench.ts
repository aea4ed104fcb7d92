// The bare measure: PostgreSQL's own pgbench calling `sell` with one purchase per commit, nothing in between.
import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type Figures, figuresOf } from './latency.ts'
import { query } from './stage.ts'
import { TENANT, type WorldSize } from './world.ts'

const THREADS = 2

/** Any shop buys any configuration but the hot one. Ids are put together in the statement: a few microseconds against the bare side. */
const script = ({ wallets, configurations }: WorldSize) => `\\set w random(1, ${wallets})
\\set c random(1, ${configurations - 1})
select code from sell(${TENANT}, now(), false, array[uuidv7()], array['\\x00112233445566778899aabbccddeeff'::bytea],
  array[('00000004-0000-7000-8000-' || lpad(to_hex(:w::int), 12, '0'))::uuid], array[('00000005-0000-7000-8000-' || lpad(to_hex(:w::int), 12, '0'))::uuid],
  array[('00000003-0000-7000-8000-' || lpad(to_hex(:w::int), 12, '0'))::uuid], array[('00000008-0000-7000-8000-' || lpad(to_hex(:c::int), 12, '0'))::uuid],
  array[1], array[uuidv7()], array[null::uuid]);
`

export const salesCount = async (url: string): Promise<number> => (await query<{ n: number }>(url, 'select count(*)::int as n from sales'))[0]?.n ?? 0

/** `sold` is counted in the database: a purchase that found its queue heads busy answers too, and is no sale. */
export async function bareSales(
  program: string,
  dir: string,
  url: string,
  superuserUrl: string,
  size: WorldSize,
  clients: number,
  seconds: number,
): Promise<Figures> {
  const folder = mkdtempSync(join(dir, 'pgbench-'))
  try {
    writeFileSync(join(folder, 'sell.sql'), script(size))
    const before = await salesCount(superuserUrl)
    const flags = [
      '-n',
      '-M',
      'prepared',
      '-f',
      'sell.sql',
      '-c',
      String(clients),
      '-j',
      String(Math.min(THREADS, clients)),
      '-T',
      String(seconds),
      '-l',
      '--log-prefix=run',
    ]
    await promisify(execFile)(program, [...flags, url], { cwd: folder, maxBuffer: 1 << 24 })
    const sold = (await salesCount(superuserUrl)) - before
    const logs = readdirSync(folder).filter((name) => name.startsWith('run'))
    const latencies = logs.flatMap((name) =>
      readFileSync(join(folder, name), 'utf8')
        .trim()
        .split('\n')
        .map((line) => Number(line.split(' ')[2]) / 1000),
    )
    return { ...figuresOf(latencies, seconds, sold), per_second: sold / seconds }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
