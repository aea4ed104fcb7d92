// Push messages about notices to browsers whose page is closed: switching them on and off for a browser.
import * as z from 'zod/mini'
import { call } from '../kit/call.ts'
import { field } from '../kit/field.ts'

/** The longest URL of a push service that is accepted; those of real push services are shorter. */
export const ENDPOINT_MAX = 1_000
/** The most browsers of a user; a further browser replaces the oldest. */
export const BROWSERS_MAX = 5

export const pushState = call({
  path: '/view_push/',
  summary: 'Whether this server tells closed pages of notices, under which key, and whether it tells this session (a call of our own)',
  access: 'all',
  input: z.object({}),
  /** `public_key` is null if this server sends no push messages. */
  output: z.object({ public_key: z.nullable(z.string()), is_on: z.boolean() }),
})

export const pushBegin = call({
  path: '/begin_push/',
  summary: 'This browser is told of the caller’s notices until the session ends; the same browser again is no second one (a call of our own)',
  access: 'all',
  input: z.object({ endpoint: field.text(ENDPOINT_MAX), p256dh: field.text(100), auth: field.text(40) }),
  output: z.object({}),
  changes: 'unrecorded',
})

export const pushEnd = call({
  path: '/end_push/',
  summary: 'The browser of this session is told of nothing more (a call of our own)',
  access: 'all',
  input: z.object({}),
  output: z.object({}),
  changes: 'unrecorded',
})
