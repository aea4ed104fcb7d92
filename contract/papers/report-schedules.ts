// Reports sent by mail: a list as it is exported, at an hour of each day, week or month, to users of the own organisation. Each recipient gets only what that
// user may see.
import * as z from 'zod/mini'
import { call } from '../kit/call.ts'
import { contact, field, instant, numeral, paging } from '../kit/field.ts'
import { listOf } from '../kit/rows.ts'
import { atLeast, atMost, holds } from '../kit/rules.ts'
import { exportable, exportStart } from './exports.ts'

type Exportable = (typeof exportable)[number]

/** Lists that are never sent by mail: lists of single PINs, of messages, of what users did, and of registrations. */
export const neverMailed: readonly Exportable[] = ['soldPins', 'giftCardsList', 'messagesList', 'auditList', 'registrationsList']
export const isMailed = (list: string): boolean => exportable.some((one) => one === list) && !neverMailed.some((one) => one === list)

export const reportRhythms = ['daily', 'weekly', 'monthly'] as const
/** stopped: the owner of the schedule may no longer read the list, so the report is sent to nobody. */
export const scheduleStates = ['active', 'paused', 'stopped'] as const
/**
 * The outcome of sending a report. link: the file was too large for a mail, so the mail links to it. restored: it was not sent, because the database had been
 * restored.
 */
export const deliveryOutcomes = ['sent', 'link', 'no_right', 'no_address', 'failed', 'restored'] as const

export const RECIPIENTS_MAX = 10
/** The most report schedules of a user and of an organisation. */
export const SCHEDULES_MAX = { person: 10, organisation: 50 } as const

const { list, input, columns, format } = exportStart.input.shape

export const reportSchedules = call({
  path: '/view_report_schedules/',
  summary: 'The reports that are sent to the caller’s order; a manager sees those of the whole organisation (a call of our own)',
  access: 'all',
  input: z.object(paging(20)),
  output: listOf(
    z.object({
      schedule_id: z.string(),
      title: z.string(),
      list: z.enum(exportable),
      format: z.enum(['csv', 'xlsx']),
      rhythm: z.enum(reportRhythms),
      /** The weekday on which a weekly report is sent; Monday is 1. */
      weekday: numeral,
      hour: numeral,
      recipients: z.array(contact),
      owner: contact,
      is_own: z.boolean(),
      state: z.enum(scheduleStates),
      next_at: z.nullable(instant),
      sent_at: z.nullable(instant),
      /** The outcomes of the last sending of the report to its recipients, each outcome once. */
      outcomes: z.array(z.enum(deliveryOutcomes)),
    }),
  ),
})

export const reportRecipients = call({
  path: '/view_report_recipients/',
  summary: 'Who of the own organisation can be sent reports: people who have proven their mail address (a call of our own)',
  access: 'all',
  input: z.object({}),
  output: z.object({ content: z.array(z.object({ user_id: z.string(), full_name: contact, email: contact, is_self: z.boolean() })) }),
})

export const reportScheduleAdd = call({
  path: '/schedule_report/',
  summary:
    'Has a list sent by mail as a file, to the caller or to colleagues with proven addresses; its days move along. Asked again it stays one (a call of our own)',
  access: 'all',
  input: z.object({
    list: list.check(holds(isMailed, 'not_one_of')),
    input,
    columns,
    format,
    title: field.text(80),
    rhythm: field.oneOf(reportRhythms),
    weekday: z._default(field.int(1, 7), 1),
    hour: field.int(0, 23),
    recipients: field.json(z.array(field.id()).check(atMost(RECIPIENTS_MAX, 'too_big'), atLeast(1))),
  }),
  output: z.object({ schedule_id: z.string() }),
  errors: ['forbidden', 'too_many_requests'],
  changes: true,
})

export const reportScheduleChange = call({
  path: '/update_report_schedule/',
  summary: 'Pauses, resumes, sends now or deletes a report that is sent by mail; only its owner sends it now (a call of our own)',
  access: 'all',
  input: z.object({ schedule_id: field.id(), action: field.oneOf(['pause', 'resume', 'send', 'delete']) }),
  output: z.object({}),
  errors: ['not_found', 'forbidden'],
  changes: true,
})
