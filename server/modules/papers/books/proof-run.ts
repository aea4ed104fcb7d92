// Runs the nightly proof of the books, or the weekly proof of everything. Each run stores what it has examined, with a finding for each rule that failed.
import type { proofKinds } from '../../../../contract/papers/books.ts'
import { closeBooks } from '../../../figures/closed-books.ts'
import { figures } from '../../../figures/roll-ups.ts'
import { tallyTenant } from '../../../figures/tallies.ts'
import type { Services } from '../../../http/services.ts'
import { berlinDay } from '../../../kit/berlin.ts'
import { newIdAt } from '../../../kit/ids.ts'
import type { Finding } from '../../../money/checks/proof.ts'
import type { Query } from '../../../postgres/db.ts'
import { addRun, figureFindings, figuresBehind, forgetRuns, lookedAt, periodAt, transferAt } from './books.sql.ts'
import { type KeptFinding, kindOf, spoilsFigures } from './finding-kinds.ts'

export type Needs = Pick<Services, 'db' | 'money' | 'clock' | 'log' | 'metrics'>
export type Kind = (typeof proofKinds)[number]

const DAY_MS = 86_400_000
const KEPT_MS = 400 * DAY_MS
/** How many days back check_figures recounts. */
const DAYS_AGAIN = 40

/**
 * Runs a proof of the books. `seen`: the findings of a check that ran just before. They are passed on because each check examines another part of the closed
 * time, and the check within this proof may not find them again.
 */
export async function proveBooks(needs: Needs, tenant_id: number, kind: Kind, seen: readonly Finding[] = []): Promise<readonly KeptFinding[]> {
  const { db, money, clock, metrics, log } = needs
  const started_at = clock()
  await closeBooks({ db, clock }, tenant_id)
  await tallyTenant({ db, clock }, tenant_id, figures)
  const checked = await money.check(tenant_id, { full: kind === 'full' })
  for (const { name, wrong } of checked) metrics.moneyWrong.set({ tenant_id, check: name }, wrong)
  metrics.moneyCheckedAt.set(clock().getTime() / 1000)
  const rules = new Map(checked.map((finding) => [finding.name, finding]))
  // If several of the money check, check_figures and `seen` report a rule, the finding with the largest number of wrong rows is stored.
  for (const finding of await figureFindings(db, tenant_id, started_at))
    if (finding.wrong >= (rules.get(finding.name)?.wrong ?? 0)) rules.set(finding.name, finding)
  for (const finding of seen) if (finding.wrong > (rules.get(finding.name)?.wrong ?? 0)) rules.set(finding.name, finding)
  const wrong = [...rules.values()].filter((finding) => finding.wrong > 0)
  if (wrong.length > 0) log.error({ tenant_id, wrong }, 'PROOF OF THE BOOKS FAILED')
  return db.write(tenant_id, async (q) => {
    const findings: KeptFinding[] = []
    for (const { name, wrong: n, sample } of wrong) findings.push(await explained(q, tenant_id, name, n, sample ?? ''))
    const since = berlinDay(new Date(started_at.getTime() - DAYS_AGAIN * DAY_MS))
    const looked_at = { rules: rules.size, ...(await lookedAt(q, tenant_id, since, started_at)) }
    await addRun(q, { tenant_id, id: newIdAt(started_at), kind, started_at, ended_at: clock(), looked_at, findings })
    await forgetRuns(q, tenant_id, new Date(started_at.getTime() - KEPT_MS))
    return findings
  })
}

async function explained(q: Query, tenant_id: number, rule: string, wrong: number, row: string): Promise<KeptFinding> {
  const kind = kindOf(rule)
  const days = wrong === 1 ? await daysOf(q, tenant_id, rule, row) : null
  const behind = await figuresBehind(q, tenant_id, rule, row)
  return { rule, kind, row, wrong, ...behind, day_from: days?.[0] ?? null, day_to: days?.[1] ?? null, counts: spoilsFigures(kind) }
}

const UUID_V7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-/
const DAY = /^\d{4}-\d\d-\d\d(?= )/

/** The first and last Berlin day that a wrong row concerns; null if the row has no days. A row about a whole month is named by the first day of the month. */
async function daysOf(q: Query, tenant_id: number, rule: string, row: string): Promise<[string, string] | null> {
  const kind = kindOf(rule)
  if (kind === 'transfer' || kind === 'period') {
    const [at] = kind === 'transfer' ? await transferAt(q, tenant_id, row) : await periodAt(q, tenant_id, row)
    return at ? [berlinDay(new Date(at.since)), berlinDay(new Date(at.until))] : null
  }
  const day = DAY.exec(row)?.[0]
  if (day) return [day, rule === 'figures_of_months_add_up' ? lastOfMonth(day) : day]
  if (!['sale', 'refund', 'hold', 'document'].includes(kind) || !UUID_V7.test(row)) return null
  const at = berlinDay(new Date(Number.parseInt(row.slice(0, 8) + row.slice(9, 13), 16)))
  return [at, at]
}

const lastOfMonth = (day: string) => new Date(Date.UTC(Number(day.slice(0, 4)), Number(day.slice(5, 7)), 0)).toISOString().slice(0, 10)
