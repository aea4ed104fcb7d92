// The reports yardstick: every report as the reseller asks for it, and the figures they are made of as one of its shops does, in two worlds at once: 10,000
// customers with 1,000,000 sale lines of one year against 10,000,000. How often the answers are asked is kept small, because the worlds are large.
// Options: quick (10,000 against 100,000 lines of 300 customers, for testing this code), keep (keeps the full worlds in the temporary directory and reuses them).
import { chmodSync, mkdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { calls } from '../contract/index.ts'
import type { Call } from '../contract/kit/call.ts'
import { berlinDay } from '../server/kit/berlin.ts'
import { booked } from '../server/modules/credit/booked.ts'
import { agreementOf } from '../server/postgres/agreeing.ts'
import { type Asked, type Counted, type Dimension, figuresBy, figuresOfLines, SESSION, USER } from '../server/postgres/counting.ts'
import type { Db, Query } from '../server/postgres/db.ts'
import { startEmbedded } from '../server/postgres/embedded.ts'
import { figures } from '../server/postgres/figures.ts'
import { sold } from '../server/postgres/sold.ts'
import { postmasterOf } from './nemesis.ts'
import { cpuOf } from './processes.ts'
import { fillReports, type ReportsSize } from './reports-world.ts'
import { onStage } from './stage.ts'
import { type Answer, lineOf, measureOne, openWorld, type Row, say, type World } from './two-worlds.ts'
import { idOf, TENANT } from './world.ts'

type Plan = { small: ReportsSize; large: ReportsSize; rounds: number }
const FULL: Plan = { small: { customers: 10_000, lines: 1_000_000 }, large: { customers: 10_000, lines: 10_000_000 }, rounds: 45 }
const QUICK: Plan = { small: { customers: 300, lines: 10_000 }, large: { customers: 300, lines: 100_000 }, rounds: 9 }
const P95_MOST_MS = 50
const GROWTH_MOST = 1.5

type Question = { label: string; ask: (world: World) => Promise<Answer> }

const DAY_MS = 86_400_000
const ago = (days: number) => berlinDay(new Date(Date.now() - days * DAY_MS))
const today = ago(0)
/** Periods as people choose them, and one that begins and ends anywhere. */
const periods = {
  today: { date_from: today, date_to: today },
  'last 30 days': { date_from: ago(29), date_to: today },
  'last month': { date_from: `${ago(31).slice(0, 8)}01`, date_to: ago(Number(today.slice(8))) },
  'a year': { date_from: ago(364), date_to: today },
  anywhere: { date_from: ago(287), date_to: ago(19) },
} as const
type Period = keyof typeof periods

const PLATFORM = '00000001-0000-7000-8000-000000000000'
const RESELLER = '00000001-0000-7000-8000-000000000001'
const reseller = { tenant_id: TENANT, organisation_id: RESELLER, kind: 'reseller', organisation_path: [PLATFORM, RESELLER] } as const
const shop = { tenant_id: TENANT, organisation_id: idOf.shop(7), kind: 'seller', organisation_path: [...reseller.organisation_path, idOf.shop(7)] } as const
/** A page of customers, and a page of denominations. */
const page = Array.from({ length: 20 }, (_, n) => idOf.shop(n * 11 + 1))
const denominations = Array.from({ length: 20 }, (_, n) => idOf.configuration(n * 7 + 1))

async function timed(work: () => Promise<unknown>): Promise<Answer> {
  const begun = performance.now()
  const answer = await work()
  return { status: 200, ms: performance.now() - begun, text: JSON.stringify(answer) }
}
const reading = (db: Db, ask: (q: Query) => Promise<unknown>) => timed(() => db.list({ tenant_id: TENANT, user_id: RESELLER }, ask))
const first = (q: Query, { text, values }: Counted) =>
  q.query(`select f.*, (count(*) over ())::int as total_count from (${text}) f order by f.sold_total desc limit 50`, values)

/** A call as the reseller's browser makes it. */
const called = (label: string, call: Call, fields: Record<string, string> = {}): Question => ({ label, ask: ({ ask }) => ask(call, fields) })
/** Figures as every report gets them. */
const counted = (by: readonly Dimension[], period: Period, narrowed: Partial<Asked> = {}): Question => ({
  label: [[...by, Object.keys(narrowed).join(' ')].filter(Boolean).join(' × ') || 'totals', period].join(', '),
  ask: ({ db }) => reading(db, async (q) => first(q, await figuresBy(q, by, { asker: reseller, ...periods[period], ...narrowed }))),
})

/** What no roll-up knows, of one shop. */
const ofLines = (name: string, keys: Record<string, string>): Question => ({
  label: `a shop by ${name}, last 30 days`,
  ask: ({ db }) => reading(db, (q) => first(q, figuresOfLines(keys, { asker: shop, ...periods['last 30 days'] }))),
})

const questions: readonly Question[] = [
  called('dashboard', calls.dashboard),
  called('sales, today', calls.salesList, { ...periods.today }),
  counted([], 'today'),
  counted([], 'a year'),
  counted([], 'anywhere'),
  counted(['day'], 'a year'),
  counted(['month'], 'a year'),
  counted(['customer'], 'today'),
  counted(['customer'], 'last 30 days'),
  counted(['customer'], 'a year'),
  counted(['customer'], 'anywhere'),
  counted(['configuration'], 'today'),
  counted(['configuration'], 'last month'),
  counted(['configuration'], 'a year'),
  counted(['configuration'], 'anywhere'),
  counted(['supplier'], 'a year'),
  counted(['month', 'configuration'], 'a year', { configuration_ids: denominations }),
  counted(['month', 'customer'], 'a year', { customer_ids: page }),
  counted(['day', 'customer'], 'last 30 days', { customer_ids: page }),
  counted(['customer', 'configuration'], 'last 30 days', { customer_ids: page }),
  counted(['configuration'], 'a year', { customer_ids: page.slice(0, 1) }),
  counted(['customer'], 'last 30 days', { configuration_ids: denominations.slice(0, 1) }),
  { label: 'agrees with the books, a year', ask: ({ db }) => reading(db, (q) => agreementOf(q, reseller, ...between('a year'))) },
  {
    label: 'a shop by denomination, a year',
    ask: ({ db }) => reading(db, async (q) => first(q, await figuresBy(q, ['configuration'], { asker: shop, ...periods['a year'] }))),
  },
  ofLines('user', { user_id: USER }),
  ofLines('session', { session_id: SESSION }),
]

function between(period: Period): [string, string] {
  const { date_from, date_to } = periods[period]
  return [date_from, date_to]
}

export async function measure(options: ReadonlySet<string>): Promise<Record<string, unknown>> {
  const { small, large, rounds } = options.has('quick') ? QUICK : FULL
  return onStage(async (stage) => {
    const folder = options.has('keep') && !options.has('quick') ? join(tmpdir(), 'portal-bench-reports') : join(stage.dir, 'cluster')
    mkdirSync(folder, { recursive: true })
    // PostgreSQL runs as another user when this is root, and needs access.
    chmodSync(folder, 0o755)
    const cluster = await startEmbedded(folder)
    stage.later(cluster.stop)
    const making = (size: ReportsSize) => ({
      what: `${size.customers} customers, ${size.lines} sale lines`,
      fill: (superuserUrl: string, db: Db) => fillReports(superuserUrl, db, size),
      tallies: [sold, booked, figures],
    })
    const worlds = {
      small: await openWorld(stage, cluster, folder, 'portal', making(small)),
      large: await openWorld(stage, cluster, folder, 'large', making(large)),
    }
    await agreed(Object.values(worlds))
    const { pid } = postmasterOf(folder)
    const cpu = () => cpuOf(pid) + cpuOf(process.pid)
    const limits = { rounds, tens: Math.log10(large.lines / small.lines), p95_ms: P95_MOST_MS, growth: GROWTH_MOST }
    const rows: Row[] = []
    for (const { label, ask } of questions) {
      const row = await measureOne(label, (name) => ask(worlds[name]), limits, cpu)
      rows.push(row)
      say(lineOf(row))
    }
    const missed = rows.filter(({ met }) => !met).map(({ list }) => list)
    return { small, large, rounds, targets: { p95_ms: P95_MOST_MS, growth_of_ten: GROWTH_MOST }, missed, reports: rows }
  })
}

/** What is measured must be right: lines and ledger of a year come to the same. */
async function agreed(worlds: readonly World[]): Promise<void> {
  for (const { db } of worlds) {
    const { agrees, difference } = await db.read(TENANT, (q) => agreementOf(q, reseller, ...between('a year')))
    if (!agrees) throw new Error(`lines and ledger differ by ${difference}`)
  }
}
