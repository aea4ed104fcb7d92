// Calls about moving in customers from another system: the dry run, the start, the report, the undoing.

import { walletChange } from '../../../../contract/customers/credit.ts'
import { MOVE_PROBLEMS_MAX, MOVES_A_DAY } from '../../../../contract/customers/moving-in.ts'
import { assignedChange, planAdd } from '../../../../contract/goods/prices.ts'
import { problemCodeOf } from '../../../../contract/kit/problem-codes.ts'
import type { Handlers } from '../../../http/mount.ts'
import type { Services } from '../../../http/services.ts'
import { keyOf } from '../../../http/transaction-key.ts'
import type { SignedIn } from '../../../kit/actor.ts'
import { Refusal } from '../../../kit/errors.ts'
import { newId } from '../../../kit/ids.ts'
import { requireRight } from '../../../kit/rights.ts'
import { contentOf } from '../../../money/content.ts'
import type { ReadDb } from '../../../postgres/db.ts'
import { listed, reported } from '../../../postgres/row-pages.ts'
import { makePlan } from '../../goods/prices/prices.ts'
import { hasNoSecondPerson } from '../../people/approvals/approvals.ts'
import { ruleOf } from '../credit/credit.ts'
import { addMove, addMoveRows, goodsNamed, type MoveRow, moveOf, movesSince, numbersTaken, plansOf, usernamesTaken } from './moving-in.sql.ts'
import { moveCount, moves as moveList, rowsOfMove, rowTotals } from './report.sql.ts'
import { type Checked, checkFiles, type Files, goodsIn, numbersIn, type Problem, plansIn, usernamesIn, waitingIn } from './row-check.ts'
import { undoMove } from './undo.ts'

type CheckContext = { actor: SignedIn; db: ReadDb; now: Services['clock'] }

const DAY_MS = 24 * 60 * 60_000
const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0)

/**
 * Checks the files against the reseller's data: user names, customer numbers, plans, goods, limits. Rows with money or prices need the same rights as the calls
 * for one customer.
 */
async function checked(ground: CheckContext, files: Files) {
  const { actor, db } = ground
  const { tenant_id, organisation_id } = actor
  const house = await db.read(tenant_id, async (q) => ({
    taken: await usernamesTaken(q, tenant_id, usernamesIn(files)),
    numbers: await numbersTaken(q, actor, numbersIn(files)),
    plans: await plansOf(q, actor, [...plansIn(files).keys()]),
    goods: await goodsNamed(q, actor, goodsIn(files)),
    above: await ruleOf(q, tenant_id, organisation_id),
  }))
  const { rows, plans, problems } = checkFiles(files, house)
  if (rows.some(({ balance, credit_limit }) => balance !== 0 || credit_limit > 0)) requireRight(walletChange.access, actor)
  if (rows.some(({ customer, prices }) => customer.plan_id || prices.length > 0)) requireRight(assignedChange.access, actor)
  if (plans.length > 0) requireRight(planAdd.access, actor)
  const above = (await hasNoSecondPerson(ground, organisation_id)) ? null : house.above
  const errors = problems.filter(({ is_warning }) => !is_warning)
  return { rows, plans, problems, bad: new Set(errors.map(({ file, row }) => `${file} ${row}`)).size, above }
}

/** Turns the problem of a cell into a problem of the input's field. A code that only the dry run has is turned into `invalid_value`. */
const asField = ({ file, row, field, code }: Problem) => ({ field: `${file}.${row - 1}.${field}`, code: problemCodeOf(code) })

const rowOf = ({ row, customer, balance, credit_limit, prices }: Checked): MoveRow => ({
  ...{ row, customer_id: newId(), balance_key: newId(), name: customer.name, username: customer.username },
  ...{ customer, balance, credit_limit, prices },
})

export const movingIn: Pick<Handlers, 'moveCheck' | 'moveStart' | 'moveRows' | 'movesList' | 'moveUndo'> = {
  moveCheck: async (files, context) => {
    const { rows, plans, problems, bad, above } = await checked(context, files)
    const having = (id: string) => rows.filter(({ customer }) => customer.plan_id === id).length
    return {
      ...{ customers: rows.length, bad, waiting: waitingIn(rows, above) },
      balance: sum(rows.map(({ balance }) => balance)),
      credit_limit: sum(rows.map(({ credit_limit }) => credit_limit)),
      prices: sum(rows.map(({ prices }) => prices.length)),
      plans: plans.map(({ id, name, entries }) => ({ plan_name: name, prices: entries.length, customers: having(id) })),
      problems: problems.slice(0, MOVE_PROBLEMS_MAX),
    }
  },

  moveStart: async ({ transaction_key, remarks, ...files }, context) => {
    const { actor, db, now, audit, jobs, log, request } = context
    const { tenant_id, organisation_id, organisation_name } = actor
    const move_id = keyOf(context, transaction_key)
    const content = contentOf('move', JSON.stringify(files), remarks)
    const [before] = await db.read(tenant_id, (q) => moveOf(q, actor, move_id))
    if (before && !before.content.equals(content)) throw new Refusal('key_reused')
    if (before) {
      await audit(null)
      return { move_id }
    }
    const { rows, plans, problems } = await checked(context, files)
    const errors = problems.filter(({ is_warning }) => !is_warning)
    if (errors.length > 0) throw new Refusal('invalid_input', { problems: errors.slice(0, MOVE_PROBLEMS_MAX).map(asField) })
    if (rows.length === 0) throw new Refusal('invalid_input', { problems: [{ field: 'customers', code: 'required' }] })
    await db.write(tenant_id, async (q) => {
      if ((await movesSince(q, actor, new Date(now().getTime() - DAY_MS))) >= MOVES_A_DAY) throw new Refusal('too_many_requests')
      const { address, device } = request
      const [begun] = await addMove(q, { actor, address, device }, move_id, { content, remarks, plan_ids: plans.map(({ id }) => id) }, now())
      if (!begun) throw new Refusal('in_progress')
      for (const { id, name, entries } of plans) await makePlan(q, context, { discount_plan_id: id, plan_name: name, copy_of: null, entries })
      await addMoveRows(q, tenant_id, move_id, rows.map(rowOf))
      const subject = { kind: 'organisation', id: organisation_id, name: organisation_name, organisation_id }
      await audit({ subject, after: { rows: rows.length }, reason: remarks }, q)
    })
    // If the move cannot be enqueued, the job that runs every minute finds it.
    await jobs.enqueue('move', { tenant_id, move_id }).catch((error: unknown) => log.error(error))
    return { move_id }
  },

  movesList: async (asked, { actor, db }) => db.list(actor, async (q) => listed(asked, await moveList(q, actor, asked), await moveCount(q, actor, asked))),

  moveRows: async (asked, { actor, db }) =>
    db.list(actor, async (q) => {
      const [move] = await moveOf(q, actor, asked.move_id)
      if (!move) throw new Refusal('not_found')
      const totals = await rowTotals(q, actor, asked)
      return reported(asked, await rowsOfMove(q, actor, asked), totals, totals.customers)
    }),

  moveUndo: async ({ move_id }, context) => undoMove(context, move_id),
}
