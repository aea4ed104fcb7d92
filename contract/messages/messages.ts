// Outgoing mail and text messages. If no sender is configured, they are kept in the portal, where a manager of the platform reads them, except the texts of
// messages with PINs, which nobody may read there.
import * as z from 'zod/mini'
import { call } from '../kit/call.ts'
import { contact, field, instant, paging } from '../kit/field.ts'
import { listOf } from '../kit/rows.ts'

export const messageStates = ['waiting', 'sent', 'failed', 'kept'] as const
export const messageChannels = ['email', 'sms'] as const

export const messagesList = call({
  path: '/view_messages/',
  summary: 'Mail and text messages, newest first, without their text (a call of our own)',
  access: { roles: ['superadmin'], managers: true },
  input: z.object({
    ...paging(20),
    filters: field.filters({ state: z.optional(z.enum(messageStates)), channel: z.optional(z.enum(messageChannels)) }),
    search_text: field.search(),
  }),
  output: listOf(
    z.object({
      message_id: z.string(),
      channel: z.enum(messageChannels),
      recipient: contact,
      subject: z.string(),
      /** The kind of the message, such as a registration link or a one-time code. */
      kind: z.string(),
      organisation_name: z.string(),
      language: z.string(),
      /** The names of the attached files. */
      attachment_name: z.string(),
      /** 'kept': no sender is configured, so the message is kept in the portal to be read. */
      state: z.enum(messageStates),
      attempts: z.int(),
      error: z.string(),
      created_at: instant,
      sent_at: z.nullable(instant),
    }),
    {
      /** Whether a sender of mail, and one of text messages, is configured; otherwise such messages are kept in the portal. */
      sends_email: z.boolean(),
      sends_sms: z.boolean(),
    },
  ),
})

export const messageRead = call({
  path: '/read_message/',
  summary: 'The text of one message that nobody is set up to send; of any other it is empty. Reading is written down (a call of our own)',
  access: { roles: ['superadmin'], managers: true },
  input: z.object({ message_id: field.id() }),
  output: z.object({ recipient: contact, subject: z.string(), text: contact }),
  errors: ['not_found'],
  changes: true,
})
