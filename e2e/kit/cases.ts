// Makes a case (a contradiction between a supplier and our books): a supplier's statement charges an order that we never made.
import { randomUUID } from 'node:crypto'
import type { Calls } from '../../contract/index.ts'
import type { Client } from '../../contract/kit/client.ts'
import { unique } from './browser.ts'

const DISTRIBUTOR = '0009402006'
const DAY = '2026-01-05'

/** Makes the case as the platform, in the tenant that it is viewing. `subject`: the reference in the statement, which belongs to no order of ours. */
export async function newCase({ connectionAdd, statementRead }: Client<Calls>): Promise<{ subject: string; statement_id: string }> {
  const connection = { company: `paysafecard ${unique()}`, adapter: 'paysafecard', provider: 'softapi', base_url: 'http://127.0.0.1:9' } as const
  const { connection_id } = await connectionAdd({ ...connection, account: DISTRIBUTOR, secret: 'sandbox' })
  const subject = randomUUID()
  const line = `D;order_${DISTRIBUTOR}_${subject};+01:00;${DAY} 12:00:00;${DISTRIBUTOR};portal;s;t;NONE;RETURN;DE;10.00;00028;1;DELIVERED;`
  const file = [`H1;${DISTRIBUTOR}`, `H2;${DAY};${DAY}`, 'H3;1;EUR;0.00', line, 'EOF;5'].join('\r\n')
  const { statement_id } = await statementRead({ connection_id, csv_file: new File([file], 'day.csv') })
  return { subject, statement_id }
}
