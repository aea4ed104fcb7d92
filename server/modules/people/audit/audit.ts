// The module's public interface. It seals new rows of the audit log every two seconds, and checks the log every few minutes.

import type { Services } from '../../../http/services.ts'
import type { Proof } from '../../../money/checks/proof.ts'
import { inTurn, rounds } from '../../../postgres/each-tenant.ts'
import type { JobList } from '../../../postgres/jobs.ts'
import { ALL, sealAt } from './chain.sql.ts'
import { checkAudit } from './check.ts'
import { createHeads, readHeads } from './heads.ts'
import { sealAudit } from './seal.ts'

type AuditServices = Pick<Services, 'db' | 'keys' | 'clock' | 'log' | 'metrics' | 'dataDir'>

const EVERY_MS = 2_000

/**
 * Starts sealing; `stop` waits until the current round has ended. If sealing fails in one tenant, it is tried again in the next round; other tenants are not
 * delayed.
 */
export function startSealing(ground: AuditServices): { stop: () => Promise<void> } {
  const heads = createHeads(ground)
  const failed = (error: unknown) => ground.log.warn({ error: String(error) }, 'sealing the audit log failed and is tried again')
  async function seal(tenant_id: number): Promise<void> {
    const end = await sealAudit(ground, tenant_id)
    if (end) await heads.add(tenant_id, end)
  }
  let isOver = false
  let [running, timer] = [Promise.resolve(), setTimeout(tick, EVERY_MS)]
  const round = rounds(ground, 'audit heads', (tenant_id) => seal(tenant_id).catch(failed))
  function tick(): void {
    running = round()
      .catch(failed)
      .then(() => {
        if (!isOver) timer = setTimeout(tick, EVERY_MS)
      })
  }
  return {
    stop: async () => {
      isOver = true
      clearTimeout(timer)
      await running
    },
  }
}

/** Jobs: sealing of rows that the rounds missed, and the check. */
export const auditJobs = (ground: AuditServices): JobList => ({
  seal_audit: {
    cron: '* * * * *',
    work: rounds(
      ground,
      'seal_audit',
      inTurn(ground, async (tenant_id) => void (await sealAudit(ground, tenant_id, ALL))),
    ),
  },
  check_audit: {
    cron: '*/3 * * * *',
    work: rounds(
      ground,
      'check_audit',
      inTurn(ground, (tenant_id) => checkAndSay(ground, tenant_id)),
    ),
  },
})

async function checkAndSay(ground: AuditServices, tenant_id: number): Promise<void> {
  const { sound, wrong, rows, sealed } = await checkAudit(ground, tenant_id)
  ground.metrics.auditWrong.set({ tenant_id }, wrong.length)
  if (!sound) ground.log.error({ tenant_id, rows, sealed, wrong }, 'AUDIT LOG CHECK FAILED')
}

/**
 * A part of the money check that runs every minute: the chain must still contain the last signed head. The job check_audit checks the chain before
 * that head.
 */
export const auditHeads =
  (ground: Pick<AuditServices, 'db' | 'keys' | 'dataDir'>): Proof =>
  async (tenant_id) => {
    const { heads, isForged } = await readHeads(ground)
    const head = heads.filter((one) => one.tenant_id === tenant_id).at(-1)
    const isThere = !head || (await ground.db.read(tenant_id, (q) => sealAt(q, tenant_id, head.seq)))?.hash.toString('hex') === head.hash
    return [{ name: 'audit_log_reaches_its_head', wrong: isThere && !isForged ? 0 : 1, sample: head ? String(head.seq) : null }]
  }
