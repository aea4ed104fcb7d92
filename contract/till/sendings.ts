// PINs sent to a customer by text message or by mail. Each sending counts as a showing, and stores the consent text to which the customer agreed.
import * as z from 'zod/mini'
import { atTill } from '../kit/access.ts'
import { call } from '../kit/call.ts'
import { contact, field, instant } from '../kit/field.ts'
import { languages } from '../kit/languages.ts'
import { atLeast, atMost, broken } from '../kit/rules.ts'
import { number } from '../kit/telephone.ts'
import { messageChannels, messageStates } from '../messages/messages.ts'
import { keyField, QUANTITY_MAX, reasonField } from './selling.ts'

/**
 * The number of the current consent text (`consents` in the catalogues of texts). A changed text gets the next number, so no stored consent can have a higher
 * number than this.
 */
export const CONSENT = 2
/** The most PINs in one text message. A mail can contain as many as a till sells at once. */
export const PINS_BY_SMS = 5
/** The most messages with PINs: for one sale, by one user in a day, and by a shop in a day. */
export const sendingsMax = { sale: 5, person: 60, shop: 200 } as const

const sale_ids = field.json(z.array(field.id()).check(atLeast(1), atMost(QUANTITY_MAX, 'too_big')))

export const pinsSend = call({
  path: '/send_pins/',
  summary:
    'Sends the PINs of the shop’s own sales as a text message or by mail, once per transaction key, by the reprint policy; counted and logged as a showing (a call of our own)',
  access: atTill,
  input: z
    .object({
      transaction_key: keyField,
      /** The sales of one basket, or one sale. */
      sale_ids,
      /** The recipient: a mobile number or a mail address, which determines the channel. */
      mobile_number: z.optional(number()),
      email: z.optional(field.email()),
      /** The consent text that was shown, and its language. */
      consent: field.int(1, CONSENT),
      consent_language: field.oneOf(languages),
      reason: reasonField,
    })
    .check(({ value, issues }) => {
      const { mobile_number, email } = value
      if (mobile_number === undefined && email === undefined) issues.push(broken('required', undefined, ['mobile_number']))
      if (mobile_number !== undefined && email !== undefined) issues.push(broken('invalid_value', email, ['email']))
    }),
  /** The recipient's telephone number in international form, or the mail address. */
  output: z.object({ recipient: contact }),
  errors: ['key_invalid', 'key_reused', 'not_found', 'reprint_refused', 'amount_out_of_range', 'sendings_used_up', 'pins_not_sent'],
  makesKey: true,
  changes: true,
})

export const sendingVerdicts = ['free', 'reason_needed', 'manager_needed'] as const

export const pinSendings = call({
  path: '/view_pin_sendings/',
  summary: 'What was sent of the PINs of these sales of the shop, newest first, how it stands, and what sending them again asks for (a call of our own)',
  access: atTill,
  input: z.object({ sale_ids }),
  output: z.object({
    sendings: z.array(
      z.object({
        message_id: z.string(),
        channel: z.enum(messageChannels),
        /** The last characters of the recipient. */
        recipient: contact,
        /** kept: no sender is configured, and the text was deleted. */
        state: z.enum(messageStates),
        error: z.string(),
        username: contact,
        reason: z.string(),
        created_at: instant,
        sent_at: z.nullable(instant),
      }),
    ),
    /** The requirement of the reprint policy before the PINs are sent; for several sales, the strictest requirement. */
    asks: z.enum(sendingVerdicts),
    pins: z.int(),
    sends_email: z.boolean(),
    sends_sms: z.boolean(),
  }),
  errors: ['not_found'],
})
