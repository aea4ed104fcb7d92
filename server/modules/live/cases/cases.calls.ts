// Calls about cases (contradictions between a supplier and our books): listing cases, and closing one with a note of what was done about it.
import type { Handlers } from '../../../http/mount.ts'
import { Refusal } from '../../../kit/errors.ts'
import { listed } from '../../../postgres/row-pages.ts'
import { caseCount, cases as caseRows, caseToClose, closeCase } from './cases.sql.ts'

export const cases: Pick<Handlers, 'casesList' | 'caseClose'> = {
  casesList: async (question, { actor, db }) =>
    db.list(actor, async (q) => listed(question, await caseRows(q, actor, question), await caseCount(q, actor, question))),

  caseClose: async ({ case_id, reason }, { actor: { tenant_id, user_id }, db, now, audit }) =>
    db.write(tenant_id, async (q) => {
      const [known] = await caseToClose(q, tenant_id, case_id)
      if (!known) throw new Refusal('not_found')
      const { kind, closed_at, name, organisation_id } = known
      if (closed_at !== null) throw new Refusal('request_over')
      await closeCase(q, { tenant_id, case_id, now: now(), user_id, reason })
      await audit({ subject: { kind: 'case', id: case_id, name, organisation_id }, before: { kind }, after: { closed: true }, reason }, q)
      return {}
    }),
}
