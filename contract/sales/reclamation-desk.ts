// Reclamations between the owner of the goods and their supplier: the list of claims that is sent, and the supplier’s answers.
import * as z from 'zod/mini'
import { call } from '../kit/call.ts'
import { contact, field, numeral } from '../kit/field.ts'
import { atMost } from '../kit/rules.ts'
import { decisionOutcomes, noneMoved, reclaimDesk, reclaimStates } from './reclamations.ts'

export const reclaimListSend = call({
  path: '/send_reclam_list/',
  summary:
    'The list of what is claimed of a supplier’s goods, as CSV: mailed to the supplier if it has an address, and answered. Those claims are in progress then (a call of our own)',
  access: reclaimDesk,
  input: z.object({ supplier_id: field.id(), note: z.optional(z.string().check(z.trim(), atMost(80))) }),
  output: z.object({ claims: z.int(), /** To whom it was mailed; blank: not mailed. */ recipient: contact, filename: z.string(), csv: z.string() }),
  errors: ['not_found', 'changed_meanwhile', 'in_progress', 'busy'],
  changes: true,
  undone: ({ claims }) => (claims === 0 ? 'nothing' : undefined),
})

export const reclaimAnswers = call({
  path: '/read_reclam_answers/',
  summary:
    'Reads a supplier’s answers from its CSV: claim number or serial, and yes or no. Approves and rejects, with a result for every row (a call of our own)',
  access: reclaimDesk,
  input: z.object({ supplier_id: field.id(), csv_file: field.file() }),
  output: z.object({
    rows: z.array(
      z.object({
        /** The number of the line in the supplier's file. */
        row: z.int(),
        /** The outcome for the line. no_answer: the supplier wrote neither yes nor no. unknown: the line belongs to no open claim of this supplier. */
        outcome: z.enum([...decisionOutcomes, 'no_answer', 'unknown']),
        answer: z.nullable(z.enum(['yes', 'no'])),
        reclaim_id: z.nullable(z.string()),
        number: z.nullable(numeral),
        state: z.nullable(z.enum(reclaimStates)),
      }),
    ),
  }),
  errors: ['not_found', 'too_large', 'file_empty', 'file_encoding', 'file_workbook', 'form_unreadable'],
  upload: true,
  changes: true,
  undone: ({ rows }) => noneMoved(rows),
})
