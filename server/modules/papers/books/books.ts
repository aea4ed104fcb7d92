// The jobs that check whether the books are right: they check the money every minute, prove the books every night, and prove them completely on Sundays.
import { eachTenant } from '../../../postgres/each-tenant.ts'
import type { JobList } from '../../../postgres/jobs.ts'
import { checkedMoney } from './minute.ts'
import { type Kind, type Needs, proveBooks } from './proof-run.ts'

export function booksJobs(needs: Needs): JobList {
  const prove = (kind: Kind) => () => eachTenant(needs, async (tenant_id) => void (await proveBooks(needs, tenant_id, kind)))
  return {
    check_money: { cron: '* * * * *', work: checkedMoney(needs) },
    prove_books: { cron: '23 1 * * *', work: prove('nightly') },
    prove_books_full: { cron: '11 4 * * 0', work: prove('full') },
  }
}
