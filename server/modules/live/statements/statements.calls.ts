// Calls about suppliers' statements: listing them, reading one from a file, requesting one from the supplier, and exporting the lines that belong to no order
// of ours.
import { CSV_MARK, csvRow } from '../../../../contract/kit/csv.ts'
import { moneyText } from '../../../../contract/kit/money.ts'
import type { Handlers } from '../../../http/mount.ts'
import { berlinDay } from '../../../kit/berlin.ts'
import { Refusal, refuseField } from '../../../kit/errors.ts'
import { listed } from '../../../postgres/row-pages.ts'
import { foreignLines } from './compare.sql.ts'
import { textOf } from './statement-reader.ts'
import { connectionNamed, statements as rows, statementCount, statementNamed } from './statements.sql.ts'
import { askStatement, keepStatement } from './statements.ts'

type Names = 'statementsList' | 'statementRead' | 'statementAsk' | 'statementForeignFile'

const subjectOf = (id: string, day: string, { company, owner_id }: { company: string; owner_id: string }) => {
  return { kind: 'statement', id, name: `${company} ${day}`, organisation_id: owner_id }
}
const unreadable = (why: string) => new Refusal('statement_unreadable', { detail: { why } })

export const statements: Pick<Handlers, Names> = {
  statementsList: async (asked, { actor, db }) =>
    db.list(actor, async (q) => listed(asked, await rows(q, actor, asked), await statementCount(q, actor, asked))),

  statementRead: async ({ connection_id, csv_file }, { actor: { tenant_id, user_id }, db, suppliers, now, audit }) => {
    const [connection] = await db.read(tenant_id, (q) => connectionNamed(q, tenant_id, connection_id))
    const opened = await suppliers.open(tenant_id, connection_id)
    if (!opened || !connection) throw new Refusal('not_found')
    const read = opened.kind === 'trips' ? undefined : opened.supplier.statementIn
    if (!read) throw refuseField('connection_id', 'not_permitted')
    const found = read(await textOf(csv_file.bytes))
    if (found.outcome !== 'done') throw unreadable(found.reason)
    const { day, lines } = found.value
    if (day > berlinDay(now())) throw unreadable('ANOTHER_DAY')
    return db.write(tenant_id, async (q) => {
      const compared = await keepStatement(q, { tenant_id, connection_id, day }, lines, { source: 'file', user_id, now: now() })
      if (!compared) throw unreadable('LINE_NOT_UNDERSTOOD')
      await audit({ subject: subjectOf(compared.statement_id, day, connection), after: { rows: compared.rows } }, q)
      return { ...compared, day }
    })
  },

  statementAsk: async ({ connection_id, day }, context) => {
    const { actor, db, now, audit } = context
    const { tenant_id, user_id } = actor
    const [connection] = await db.read(tenant_id, (q) => connectionNamed(q, tenant_id, connection_id))
    if (!connection) throw new Refusal('not_found')
    if (day >= berlinDay(now())) throw refuseField('day', 'not_permitted')
    const asked = await askStatement({ ...context, clock: now }, { tenant_id, connection_id, day }, user_id)
    if (asked.outcome === 'busy') throw new Refusal('in_progress')
    if (asked.outcome === 'waiting') throw unreadable(asked.said)
    const { compared } = asked
    await audit({ subject: subjectOf(compared.statement_id, day, connection), after: { rows: compared.rows } })
    return { ...compared, day }
  },

  statementForeignFile: async ({ statement_id }, { actor, db }) =>
    db.list(actor, async (q) => {
      const { tenant_id } = actor
      const [statement] = await statementNamed(q, tenant_id, statement_id)
      if (!statement) throw new Refusal('not_found')
      const rows = (await foreignLines(q, tenant_id, statement_id)).map(({ at, key, supplier_reference, cost, is_reversal }) => [
        ...[at, key ?? '', supplier_reference, cost === null ? '' : moneyText(is_reversal ? -cost : cost)],
      ])
      const csv = [CSV_MARK, ...[['at', 'our_reference', 'supplier_reference', 'amount'], ...rows].map(csvRow)].join('')
      return { filename: `${statement.day} ${statement.company.replace(/[^\p{L}\p{N} -]/gu, '')}.csv`, csv }
    }),
}
