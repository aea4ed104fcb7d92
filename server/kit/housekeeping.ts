// The jobs that need no module: the money check every minute, old sign-in attempts every hour.

import type { JobList } from './jobs.ts'
import type { Services } from './services.ts'

const ATTEMPTS_KEPT_MS = 24 * 60 * 60 * 1000

type Needs = Pick<Services, 'db' | 'money' | 'clock' | 'log' | 'metrics'>

/** The check reads all there ever was: after a run it rests as many times as long. */
const REST = 20

export function housekeeping(needs: Needs): JobList {
  const restsUntil = new Map<number, number>()
  async function checkInTurn(tenant_id: number): Promise<void> {
    const start = needs.clock().getTime()
    if (start < (restsUntil.get(tenant_id) ?? 0)) return
    await checkMoney(needs, tenant_id)
    const end = needs.clock().getTime()
    restsUntil.set(tenant_id, end + REST * (end - start))
  }
  return {
    check_money: { cron: '* * * * *', work: () => eachTenant(needs, checkInTurn) },
    forget_attempts: { cron: '17 * * * *', work: () => eachTenant(needs, (tenant_id) => forgetAttempts(needs, tenant_id)) },
  }
}

async function eachTenant({ db }: Needs, work: (tenant_id: number) => Promise<void>): Promise<void> {
  const tenants = await db.reference((q) => q.query<{ tenant_id: number }>('select tenant_id from tenants order by tenant_id'))
  for (const { tenant_id } of tenants) await work(tenant_id)
}

async function checkMoney({ money, metrics, log, clock }: Needs, tenant_id: number): Promise<void> {
  const checks = await money.check(tenant_id)
  for (const { name, wrong } of checks) metrics.moneyWrong.set({ tenant_id, check: name }, wrong)
  metrics.moneyCheckedAt.set(clock().getTime() / 1000)
  const broken = checks.filter(({ wrong }) => wrong > 0)
  if (broken.length > 0) log.error({ tenant_id, broken }, 'MONEY CHECK FAILED')
}

async function forgetAttempts({ db, clock }: Needs, tenant_id: number): Promise<void> {
  const before = new Date(clock().getTime() - ATTEMPTS_KEPT_MS)
  await db.write(tenant_id, (q) => q.query('delete from login_attempts where tenant_id = $1 and window_start < $2', [tenant_id, before]))
}
