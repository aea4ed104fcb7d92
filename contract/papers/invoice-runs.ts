// Invoice runs: the customers to be billed for a period, and the server's work on them, customer by customer.
import * as z from 'zod/mini'
import { agreement } from '../kit/agreement.ts'
import { call } from '../kit/call.ts'
import { field, moneySum, paging } from '../kit/field.ts'
import { reportOf } from '../kit/rows.ts'
import { atLeast, atMost } from '../kit/rules.ts'
import { billings, invoiceKinds, invoiceProblems, issuing, vatCategories } from './invoices.ts'

/** Berlin days, both included; without them the period is the month before this one. */
const period = { date_from: z.optional(field.day()), date_to: z.optional(field.day()) }

const toBill = {
  access: issuing,
  input: z.object({ ...period, ...paging(20), search_text: field.search() }),
  output: reportOf(
    z.object({
      customer_id: z.string(),
      customer_name: z.string(),
      billing: z.enum(billings),
      /** The number of sales and refunds that are in no document yet, and their amount. */
      lines: z.int(),
      amount: moneySum,
      /** The numbers of documents that exist already for this customer and period. */
      document_nos: z.array(z.string()),
      /** The problem that must be solved before the customer can be billed. */
      problem: z.nullable(z.enum(invoiceProblems)),
    }),
    z.object({ lines: z.int(), amount: moneySum }),
    { agrees: agreement },
  ),
}

export const customersForInvoice = call({
  path: '/get_customers_for_invoice/',
  summary: 'Direct customers who bought in a period what stands in no document yet, by name',
  ...toBill,
})

export const customersForReclamationInvoice = call({
  path: '/get_customers_for_reclamation_invoice/',
  summary: 'Direct customers who were given something back in a period that they had been billed for, by name',
  ...toBill,
})

export const INVOICE_RUN_MAX = 1_000

const run = {
  access: issuing,
  input: z.object({ ...period, customer_ids: field.json(z.array(field.id()).check(atLeast(1), atMost(INVOICE_RUN_MAX, 'too_big'))) }),
  output: z.object({ run_id: z.string() }),
  errors: ['too_many_requests'],
  changes: true,
} as const

export const invoicesGenerate = call({
  path: '/generate_invoices_with_customer_ids/',
  summary: 'Begins a run of invoices: work of the server, customer by customer; a sale stands in one document only, however often it is asked',
  ...run,
})

export const reclamationInvoicesGenerate = call({
  path: '/generate_reclamation_invoices_with_customer_ids/',
  summary: 'Begins a run of corrections: one for each invoice of which something was given back in the period',
  ...run,
})

export const invoiceRun = call({
  path: '/view_invoice_run/',
  summary: 'How far a run of the caller’s is, and what became of its customers so far (a call of our own)',
  access: issuing,
  input: z.object({ run_id: field.id() }),
  output: z.object({
    total: z.int(),
    results: z.array(
      z.object({
        customer_id: z.string(),
        customer_name: z.string(),
        documents: z.array(z.object({ invoice_id: z.string(), document_no: z.string(), kind: z.enum(invoiceKinds), total: moneySum })),
        problem: z.nullable(z.enum(invoiceProblems)),
        /**
         * Sale lines that were left out when the others were billed, by VAT category, with the reason and their amount. They can be billed once the problem
         * is solved.
         */
        left: z.array(z.object({ category: z.enum(vatCategories), problem: z.enum(invoiceProblems), lines: z.int(), amount: moneySum })),
        /** Whether documents were made that the customer’s terms say should be mailed, although the customer has no mail address. */
        is_unmailed: z.boolean(),
      }),
    ),
  }),
  errors: ['not_found'],
})
