// Calls about shifts: showing a running shift (X-report), closing it (Z-report), and listing open shifts and earlier Z-reports.
import type { Calls } from '../../../../contract/index.ts'
import { moneyText } from '../../../../contract/kit/money.ts'
import type { ZReport, ZSnapshot } from '../../../../contract/papers/shifts.ts'
import { type Agreement, agreementOf } from '../../../figures/agreement.ts'
import { allOf, foundOf } from '../../../figures/findings.ts'
import type { Context, Handlers } from '../../../http/mount.ts'
import type { SignedIn } from '../../../http/sessions.ts'
import { keyOf } from '../../../http/transaction-key.ts'
import { berlinDay } from '../../../kit/berlin.ts'
import { Refusal, refuseField } from '../../../kit/errors.ts'
import { newIdAt } from '../../../kit/ids.ts'
import { refusalOf } from '../../../money/refusals.ts'
import { type Query, retry } from '../../../postgres/db.ts'
import { counted, reported } from '../../../postgres/row-pages.ts'
import { look, type Till, type ZReportInput } from './content.sql.ts'
import { close, documentOfKey, openShifts, ownTill, saidByLines, setRules, shiftOf, tillOf, zReports } from './shifts.sql.ts'
import { seenOf, snapshotOf, zReportKind } from './shifts.ts'

type Shifts = Pick<Handlers, 'zReport' | 'shiftNow' | 'shiftsOpen' | 'shiftRulesUpdate' | 'zReportsList' | 'zReportDetails'>
type ZReportContext = Context<Calls['zReport']>

/** Z-reports belong to the shop, so all its tills share one series of Z-report numbers. */
const SERIES = 'shop'

const seesAll = (actor: SignedIn) => actor.is_manager || actor.flags.includes('has_reports')

/** Finds the caller's own till. A manager may also name another till of the shop that has something to close. */
async function tillFor(q: Query, actor: SignedIn, till_id: string | undefined): Promise<Till> {
  const isOwn = till_id === undefined || till_id === tillOf(actor)
  const found = isOwn ? await ownTill(q, actor) : actor.is_manager ? await openShifts(q, actor) : []
  const till = found.find((one) => isOwn || one.till_id === till_id)
  if (!till) throw new Refusal('not_found')
  return till
}

/** Whether the till's cash is counted blind: the person who counts sees the expected sum only afterwards. A till without a browser has no drawer to count. */
async function countsBlind(q: Query, actor: SignedIn, { till_id, user_id }: Till): Promise<boolean> {
  const [rule] = await shiftOf(q, actor)
  return Boolean(rule?.counts_drawer) && till_id !== user_id
}

type Looked = { report: ZReport | null; agrees: Agreement | null }

const lookAt = async ({ till_id }: ZReportInput, { actor, db, now }: ZReportContext): Promise<Looked> =>
  db.list(actor, async (q) => {
    const till = await tillFor(q, actor, till_id)
    if (!actor.is_manager && (await countsBlind(q, actor, till))) return { report: null, agrees: null }
    const [content] = await look(q, actor, till)
    if (!content) throw new Error('a look that saw nothing')
    const snapshot = await snapshotOf(q, actor, content, { till, closed_at: now().toISOString(), counted: null })
    return { report: seenOf(snapshot, null), agrees: await linesAgree(q, actor, snapshot) }
  })

/** The Z-report that was already made under this key. Refused with `key_reused` if another till or user used the key. */
async function madeBefore(q: Query, actor: SignedIn, document_id: string, till_id: string): Promise<ZReport> {
  const document = await zReportKind.find(q, actor.tenant_id, document_id)
  if (document?.created_by !== actor.user_id || document.snapshot.till_id !== till_id) throw new Refusal('key_reused')
  return seenOf(document.snapshot, document)
}

/** Whether the sales of the shift's days agree with the ledger. The first shift of a till has no opening time, so it begins with its first sale. */
const linesAgree = (q: Query, actor: SignedIn, { opened_at, closed_at, first }: ZReport | ZSnapshot): Promise<Agreement> => {
  const day = (at: string) => berlinDay(new Date(at))
  return agreementOf(q, actor, day(opened_at ?? first?.created_at ?? closed_at), day(closed_at))
}

async function closeTill({ till_id: asked, counted: given }: ZReportInput, key: string, { actor, db, now, audit }: ZReportContext): Promise<ZReport> {
  const counted = given ?? null
  const { tenant_id, organisation_id: owner_id, user_id } = actor
  const again = async (q: Query, document_id: string) => {
    await audit(null, q)
    return madeBefore(q, actor, document_id, asked ?? tillOf(actor))
  }
  const work = () =>
    db.write(tenant_id, async (q) => {
      const [known] = await documentOfKey(q, tenant_id, key)
      if (known) return again(q, known.document_id)
      const till = await tillFor(q, actor, asked)
      if (counted === null && (await countsBlind(q, actor, till))) throw refuseField('counted', 'required')
      const at = now()
      const document_id = newIdAt(at)
      const [content] = await close(q, actor, till, { key, document_id, now: at })
      if (!content) throw new Error('a close that answered nothing')
      // A simultaneous request with the same key has already closed the shift.
      if (content.made_before) return again(q, content.made_before)
      const snapshot = await snapshotOf(q, actor, content, { till, closed_at: content.closed_at, counted })
      const making = { tenant_id, document_id, key, owner_id, series: SERIES, snapshot, user_id }
      const made = await zReportKind.put(q, at, making)
      // Another till has used the same key before, so closing this shift is refused and nothing is stored.
      if (made.document_id !== document_id) throw new Refusal('key_reused')
      const { hash } = made
      const after = { hash, till: till.device, sales: snapshot.sales, amount: moneyText(snapshot.face_total) }
      await audit({ subject: { kind: 'z_report', id: document_id, name: `${snapshot.username} ${made.number}` }, after }, q)
      return seenOf(made.snapshot, made)
    })
  return retry(work).catch((error: unknown) => {
    throw refusalOf(error)
  })
}

export const shifts: Shifts = {
  zReport: async (input, context) => {
    const { transaction_key } = input
    if (transaction_key === undefined) return lookAt(input, context)
    const key = keyOf(context, transaction_key)
    return { report: await closeTill(input, key, context), agrees: null }
  },

  shiftNow: async (_, { actor, db }) => {
    const [shift] = await db.read(actor.tenant_id, (q) => shiftOf(q, actor))
    return shift ?? { opened_at: null, number: null, counts_drawer: false }
  },

  shiftsOpen: async (_, { actor, db }) => {
    const rows = await db.list(actor, (q) => openShifts(q, actor))
    return { content: rows.map((row) => ({ ...row, is_this: row.till_id === tillOf(actor) })) }
  },

  shiftRulesUpdate: async ({ counts_drawer }, { actor, db, audit }) => {
    await db.write(actor.tenant_id, async (q) => {
      const [old] = await setRules(q, actor, counts_drawer)
      const { organisation_id: id, organisation_name: name } = actor
      await audit({ subject: { kind: 'organisation', id, name }, before: { counts_drawer: old?.before }, after: { counts_drawer } }, q)
    })
    return {}
  },

  zReportsList: async (asked, { actor, db }) =>
    db.list(actor, async (q) => {
      const { rows, first, total_count } = await counted(asked, (limit, offset) => zReports(q, actor, seesAll(actor), asked, limit, offset))
      const totals = { sales: first?.all_sales ?? 0, face_total: first?.all_face_total ?? 0, refunds_total: first?.all_refunds_total ?? 0 }
      const content = rows.map(({ masked, ...row }) => ({ ...row, bought_total: masked ? null : row.bought_total }))
      return { ...reported(asked, content, totals, total_count), agrees: await foundOf(q, actor, 'z') }
    }),

  zReportDetails: async ({ document_id }, { actor, db }) =>
    db.read(actor.tenant_id, async (q) => {
      const document = await zReportKind.find(q, actor.tenant_id, document_id)
      if (document?.owner_id !== actor.organisation_id || !(seesAll(actor) || document.snapshot.user_id === actor.user_id)) throw new Refusal('not_found')
      const marks = [await saidByLines(q, actor, document_id), await foundOf(q, actor, 'z'), await linesAgree(q, actor, document.snapshot)]
      return { report: seenOf(document.snapshot, document), agrees: allOf(...marks) }
    }),
}
