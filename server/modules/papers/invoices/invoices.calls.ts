// Calls about documents: they list the customers to be billed, start and show runs, list documents, and show one document with its files and payments.
import type { Calls } from '../../../../contract/index.ts'
import type { InputOf } from '../../../../contract/kit/call.ts'
import { agreementOf } from '../../../figures/agreement.ts'
import { allOf, foundOf } from '../../../figures/findings.ts'
import type { Context, Handlers } from '../../../http/mount.ts'
import { berlinDay, monthBefore } from '../../../kit/berlin.ts'
import { Refusal, refuseField } from '../../../kit/errors.ts'
import { newId } from '../../../kit/ids.ts'
import type { Query } from '../../../postgres/db.ts'
import { counted, reported } from '../../../postgres/row-pages.ts'
import { mailsOf } from '../../messages/messages/messages.ts'
import { parties } from './billing.sql.ts'
import { fileOf } from './files.ts'
import { correctedBy, correctionsOf, invoiceOf, invoiceRows, invoiceTotals, paymentsOf, saidByLines } from './invoices.sql.ts'
import { notePayment, problemAhead } from './invoices.ts'
import { cancelInvoice, paperOf } from './issue.ts'
import { drawingOf } from './layout.ts'
import { logoAddress, logoOf } from './logo.ts'
import { mailedOne } from './mail.sql.ts'
import { mailMade } from './mail.ts'
import { addRun, runOf, unfinished, type What } from './runs.sql.ts'
import { customersToBill } from './to-bill.sql.ts'

type CustomersForInvoiceInput = InputOf<Calls['customersForInvoice']>
type Listed = InputOf<Calls['invoicesList']>
type Run = InputOf<Calls['invoicesGenerate']>
type Reading = Pick<Context<Calls['invoicesList']>, 'actor' | 'db' | 'now'>

/** How many unfinished runs a user may have. The limit exists because all tenants share the server's jobs. */
const UNFINISHED_MAX = 10

/** The period that the caller requests, or the usual one. Refused if it ends before it begins. */
function periodOf({ date_from, date_to }: Pick<CustomersForInvoiceInput, 'date_from' | 'date_to'>, now: Date) {
  const usual = monthBefore(now)
  const period = { date_from: date_from ?? usual.date_from, date_to: date_to ?? usual.date_to }
  if (period.date_from > period.date_to) throw refuseField('date_to', 'too_small', period.date_from)
  return period
}

async function toBill(wanted: CustomersForInvoiceInput, { actor, db, now }: Reading, what: What) {
  const asked = { ...wanted, ...periodOf(wanted, now()), today: berlinDay(now()) }
  return db.reports(actor, async (q) => {
    const { rows, total_count } = await counted(asked, (limit, offset) => customersToBill(q, actor, asked, what, { limit, offset }))
    const known = await parties(q, actor.tenant_id, [actor.organisation_id, ...rows.map(({ customer_id }) => customer_id)])
    const partyOf = (id: string) => known.find(({ organisation_id }) => organisation_id === id)
    const [first] = rows
    const content = rows.map((row) => {
      const customer = partyOf(row.customer_id)
      return { ...row, customer_name: customer?.name ?? '', problem: problemAhead(partyOf(actor.organisation_id), customer) }
    })
    const answer = reported(asked, content, { lines: first?.all_lines ?? 0, amount: first?.all_amount ?? 0 }, total_count)
    return { ...answer, agrees: allOf(await agreementOf(q, actor, asked.date_from, asked.date_to), await foundOf(q, actor, 'invoices')) }
  })
}

async function begin({ customer_ids, ...days }: Run, context: Context<Calls['invoicesGenerate']>, what: What) {
  const { actor, db, jobs, now, audit, request } = context
  const { date_from, date_to } = periodOf(days, now())
  const { tenant_id, organisation_id, user_id } = actor
  const run_id = newId()
  const asked_by = { actor, address: request.address, device: request.device }
  await db.write(tenant_id, async (q) => {
    // A customer that the request names twice is billed once.
    const customers = [...new Set(customer_ids)]
    if ((await unfinished(q, tenant_id, user_id)) >= UNFINISHED_MAX) throw new Refusal('too_many_requests')
    await addRun(q, { tenant_id, id: run_id, issuer_id: organisation_id, user_id, asked_by, what, date_from, date_to, customers, now: now() })
    const after = { date_from, date_to, customers: customers.length }
    await audit({ subject: { kind: 'invoice_run', id: run_id, name: `${date_from} – ${date_to}`, organisation_id }, after }, q)
  })
  await jobs.enqueue('invoice_run', { tenant_id, run_id })
  return { run_id }
}

async function listOf(asked: Listed, { actor, db, now }: Reading, corrections: boolean) {
  const today = berlinDay(now())
  return db.list(actor, async (q) => {
    const rows = await invoiceRows(q, actor, asked, corrections, today)
    const page = rows.map(({ invoice_id }) => invoice_id)
    const { difference, finding, ...totals } = await invoiceTotals(q, actor, asked, corrections, today, { page })
    const listed = { agrees: difference === 0 && finding === null, difference, finding }
    return { ...reported(asked, rows, totals, totals.documents), agrees: allOf(listed, await foundOf(q, actor, 'invoices')) }
  })
}

/** Reads a document and its row. Refused with `not_found` if the user may not see the document. */
async function readOne(q: Query, { actor, now }: Pick<Reading, 'actor' | 'now'>, invoice_id: string) {
  const invoice = await invoiceOf(q, actor, invoice_id, berlinDay(now()))
  const document = invoice && (await paperOf(q, actor.tenant_id, invoice.document_kind, invoice_id))
  if (!document) throw new Refusal('not_found')
  return { invoice, document }
}

type Own =
  | 'customersForInvoice'
  | 'customersForReclamationInvoice'
  | 'invoicesGenerate'
  | 'reclamationInvoicesGenerate'
  | 'invoiceRun'
  | 'invoicesList'
  | 'reclamationInvoicesList'
  | 'invoiceReport'
  | 'invoiceFile'
  | 'invoicePay'
  | 'invoiceCancel'

export const invoices: Pick<Handlers, Own> = {
  customersForInvoice: (asked, context) => toBill(asked, context, 'sales'),
  customersForReclamationInvoice: (asked, context) => toBill(asked, context, 'refunds'),
  invoicesGenerate: (input, context) => begin(input, context, 'sales'),
  reclamationInvoicesGenerate: (input, context) => begin(input, context, 'refunds'),
  invoicesList: (asked, context) => listOf(asked, context, false),
  reclamationInvoicesList: (asked, context) => listOf(asked, context, true),

  invoiceRun: async ({ run_id }, { actor, db }) => {
    const run = await db.read(actor.tenant_id, (q) => runOf(q, actor, run_id))
    if (!run) throw new Refusal('not_found')
    // Results that an older server stored lack the fields `left` and `is_unmailed`.
    return { ...run, results: run.results.map((result) => ({ ...result, left: result.left ?? [], is_unmailed: result.is_unmailed ?? false })) }
  },

  invoiceReport: async ({ invoice_id }, { actor, db, now }) =>
    db.read(actor.tenant_id, async (q) => {
      const { invoice, document } = await readOne(q, { actor, now }, invoice_id)
      const { document_no, is_issuer, state, open } = invoice
      return {
        ...{ invoice_id, document_no, is_issuer, state, open, hash: document.hash },
        ...{
          kind: document.snapshot.kind,
          date_from: document.snapshot.date_from,
          date_to: document.snapshot.date_to,
          customer_id: is_issuer ? ((await mailedOne(q, actor.tenant_id, actor.organisation_id, invoice_id))?.customer_id ?? null) : null,
          drawing: { ...drawingOf(document.snapshot, document_no), logo: logoAddress(actor.tenant_id, document.snapshot.logo) },
        },
        payments: is_issuer ? await paymentsOf(q, actor.tenant_id, invoice_id) : [],
        corrects: await correctedBy(q, actor.tenant_id, invoice_id),
        corrections: await correctionsOf(q, actor.tenant_id, invoice_id),
        mails: is_issuer ? await mailsOf(q, actor.tenant_id, invoice_id) : [],
        agrees: allOf(await saidByLines(q, actor.tenant_id, invoice_id), await foundOf(q, actor, 'invoices')),
      }
    }),

  // `db.list` makes a user who requests many files at once wait for the earlier ones, because drawing a long document keeps the server busy.
  invoiceFile: async ({ invoice_id, file }, { actor, db, now }) =>
    db.list(actor, async (q) => {
      const { invoice, document } = await readOne(q, { actor, now }, invoice_id)
      const logo = await logoOf(q, actor.tenant_id, document.snapshot)
      const { file_name, bytes } = await fileOf(file, document.snapshot, invoice.document_no, new Date(document.created_at), logo)
      return { file_name, bytes: bytes.toString('base64') }
    }),

  invoiceCancel: async ({ invoice_id, reason }, context) => {
    const { actor, db, now, audit } = context
    const { tenant_id, organisation_id, user_id } = actor
    return db.write(tenant_id, async (q) => {
      const { hash, ...made } = await cancelInvoice(q, { tenant_id, issuer_id: organisation_id, user_id, invoice_id, now: now() })
      const subject = { kind: 'invoice', id: invoice_id, name: made.document_no, organisation_id }
      await audit({ subject, after: { document_no: made.document_no, hash }, reason }, q)
      await mailMade(q, context, tenant_id, organisation_id, [made.invoice_id])
      return made
    })
  },

  invoicePay: async ({ payment_id, invoice_id, amount, paid_on, remarks = '' }, { actor, db, now, audit }) => {
    const { tenant_id, organisation_id, user_id } = actor
    if (paid_on > berlinDay(now())) throw refuseField('paid_on', 'day_ahead')
    return db.write(tenant_id, async (q) => {
      await notePayment(q, { tenant_id, now: now(), organisation_id, user_id, payment_id, invoice_id, amount, paid_on, remarks })
      const { invoice } = await readOne(q, { actor, now }, invoice_id)
      const after = { amount, paid_on, open: invoice.open }
      await audit({ subject: { kind: 'invoice', id: invoice_id, name: invoice.document_no, organisation_id }, after, reason: remarks }, q)
      return { open: invoice.open }
    })
  },
}
