// The money check that runs every minute. If it finds something that the last proof did not find, it starts a proof immediately, so that the reports show the
// finding and not only the log.
import { closeBooks } from '../../../figures/closed-books.ts'
import { inTurn, rounds } from '../../../postgres/each-tenant.ts'
import { runs } from './books.sql.ts'
import { type CheckPauses, createCheckPauses } from './check-pauses.ts'
import { type Needs, proveBooks } from './proof-run.ts'

/** The shortest time between two proofs started by findings. A proof may read much, and the check may name a persisting finding differently each time. */
const AGAIN_MS = 10 * 60_000

export function checkedMoney(needs: Needs): () => Promise<void> {
  const { clock, metrics } = needs
  const pauses = createCheckPauses()
  const round = rounds(
    needs,
    'check_money',
    inTurn(needs, (tenant_id) => checkMoney(needs, pauses, tenant_id)),
  )
  return async () => {
    await round()
    metrics.moneyCheckedAt.set(clock().getTime() / 1000)
  }
}

async function checkMoney(needs: Needs, pauses: CheckPauses, tenant_id: number): Promise<void> {
  const { db, money, metrics, log, clock } = needs
  await closeBooks({ db, clock }, tenant_id)
  if (pauses.isPausing(tenant_id)) return
  const checks = await pauses.timed(tenant_id, () => money.check(tenant_id))
  for (const { name, wrong } of checks) metrics.moneyWrong.set({ tenant_id, check: name }, wrong)
  metrics.moneyCheckedAt.set(clock().getTime() / 1000)
  const broken = checks.filter(({ wrong }) => wrong > 0)
  if (broken.length === 0) return
  log.error({ tenant_id, broken }, 'MONEY CHECK FAILED')
  const [last] = await db.read(tenant_id, (q) => runs(q, tenant_id, undefined, 1))
  const known = new Set(last?.findings.map(({ rule, row }) => `${rule} ${row}`))
  const isDue = !last || clock().getTime() - new Date(last.started_at).getTime() >= AGAIN_MS
  if (isDue && broken.some(({ name, sample }) => !known.has(`${name} ${sample ?? ''}`))) await proveBooks(needs, tenant_id, 'nightly', broken)
}
