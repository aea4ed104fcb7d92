// Files attached to claims, such as a photographed slip or a supplier's letter.
import * as z from 'zod/mini'
import { call } from '../kit/call.ts'
import { contact, field } from '../kit/field.ts'
import { claiming } from './reclamations.ts'

/** The most files of one claim. */
export const RECLAIM_FILES_MAX = 10

export const reclaimFileAdd = call({
  path: '/add_reclam_file/',
  summary: 'Adds a picture or a PDF to a claim; a picture is drawn anew (a call of our own)',
  access: claiming,
  input: z.object({ reclaim_id: field.id(), attachment: field.file() }),
  output: z.object({ file_id: z.string() }),
  errors: ['not_found', 'too_large', 'attachment_unreadable', 'form_unreadable'],
  upload: true,
  changes: true,
})

export const reclaimFile = call({
  path: '/view_reclam_file/',
  summary: 'A file of a claim, in base64 (a call of our own)',
  access: claiming,
  input: z.object({ file_id: field.id() }),
  /** A photographed slip is personal data, so the fields of the file are hidden from a support view. */
  output: z.object({ name: contact, type: z.string(), bytes: contact }),
  errors: ['not_found'],
})
