// The reports benchmark: every report and list about sales and what follows them (reports-questions.ts), asked by the reseller or one of its shops,
// through the app without a network, in two worlds at once: 10,000 customers with 1,000,000 sale lines of one year against 10,000,000. Questions are
// repeated only a few times, because the worlds are large.
// Options: quick (10,000 against 100,000 lines of 300 customers, for testing this code), keep (keeps the full worlds in the temporary directory and reuses
// them), only=<texts> (asks only the questions whose label contains one of these texts, which are separated by commas).
import { chmodSync, mkdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { agreementOf } from '../server/figures/agreement.ts'
import { hours } from '../server/figures/by-hour.ts'
import { figures } from '../server/figures/roll-ups.ts'
import { sold } from '../server/figures/sold-by-day.ts'
import { kinds, standing } from '../server/figures/totals-by-year.ts'
import { booked } from '../server/modules/customers/credit/booking-tally.ts'
import { stockDays } from '../server/modules/goods/stock-reports/stock-days.ts'
import { stockToDate } from '../server/modules/goods/stock-reports/stock-to-date.ts'
import { unbilled } from '../server/modules/papers/invoices/unbilled-tally.ts'
import { tillTimes } from '../server/modules/papers/shifts/till-times.ts'
import type { Db } from '../server/postgres/db.ts'
import { startEmbedded } from '../server/postgres/embedded-postgres.ts'
import { postmasterOf } from './nemesis.ts'
import { cpuOf } from './processes.ts'
import { lastMoment, questions, type Rows, reseller, rowsAsked } from './reports-questions.ts'
import { fillReports, type ReportsSize } from './reports-world.ts'
import { onStage } from './stage.ts'
import { lineOf, measureOne, openWorld, type Row, say, type World } from './two-worlds.ts'
import { TENANT } from './world.ts'

type Plan = { small: ReportsSize; large: ReportsSize; rounds: number }
const FULL: Plan = { small: { customers: 10_000, lines: 1_000_000 }, large: { customers: 10_000, lines: 10_000_000 }, rounds: 15 }
const QUICK: Plan = { small: { customers: 300, lines: 10_000 }, large: { customers: 300, lines: 100_000 }, rounds: 9 }
const P95_MOST_MS = 50
const GROWTH_MOST = 1.5

export async function measure(options: ReadonlySet<string>): Promise<Record<string, unknown>> {
  const { small, large, rounds } = options.has('quick') ? QUICK : FULL
  return onStage(async (stage) => {
    const folder = options.has('keep') && !options.has('quick') ? join(tmpdir(), 'portal-bench-reports') : join(stage.dir, 'cluster')
    mkdirSync(folder, { recursive: true })
    // When this process runs as root, PostgreSQL runs as another user, which needs access to the folder.
    chmodSync(folder, 0o755)
    const cluster = await startEmbedded(folder)
    stage.later(cluster.stop)
    const making = (size: ReportsSize) => ({
      what: `${size.customers} customers, ${size.lines} sale lines`,
      fill: (superuserUrl: string, db: Db) => fillReports(superuserUrl, db, size),
      now: lastMoment,
      tallies: [sold, booked, figures, hours, standing, kinds, stockDays, stockToDate, tillTimes, unbilled],
    })
    const worlds = {
      small: await openWorld(stage, cluster, folder, 'portal', making(small)),
      large: await openWorld(stage, cluster, folder, 'large', making(large)),
    }
    const rowsOf = { small: await rowsAsked(worlds.small), large: await rowsAsked(worlds.large) }
    for (const name of ['small', 'large'] as const) await agreed(worlds[name], rowsOf[name])
    const { pid } = postmasterOf(folder)
    const cpu = () => cpuOf(pid) + cpuOf(process.pid)
    const limits = { rounds, tens: Math.log10(large.lines / small.lines), p95_ms: P95_MOST_MS, growth: GROWTH_MOST }
    const rows: Row[] = []
    const only = [...options].find((option) => option.startsWith('only='))?.slice('only='.length) ?? ''
    for (const { label, ask } of questions.filter((question) => only.split(',').some((text) => question.label.includes(text)))) {
      const row = await measureOne(label, (name) => ask(worlds[name], rowsOf[name]), limits, cpu)
      rows.push(row)
      say(lineOf(row))
    }
    const missed = rows.filter(({ met }) => !met).map(({ list }) => list)
    return {
      small,
      large,
      rounds,
      asked: rows.length,
      met: rows.length - missed.length,
      targets: {
        [`p95 at most ${P95_MOST_MS} ms`]: rows.every(({ large_p95 }) => large_p95 <= P95_MOST_MS),
        [`ten times the lines at most ${GROWTH_MOST} times the time`]: rows.every(({ growth_of_ten }) => growth_of_ten <= GROWTH_MOST),
      },
      missed,
      reports: rows,
    }
  })
}

/** Throws unless lines and ledger of a year have the same total, because the answers that are measured must also be right. */
async function agreed({ db }: World, { periods }: Rows): Promise<void> {
  const { date_from, date_to } = periods['a year']
  const { agrees, difference } = await db.read(TENANT, (q) => agreementOf(q, reseller, date_from, date_to))
  if (!agrees) throw new Error(`lines and ledger differ by ${difference}`)
}
