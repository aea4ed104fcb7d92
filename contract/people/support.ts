// Support views: the platform's support sees the portal as an organisation does, if that organisation allows it. A view is read-only and lasts half an hour.
import * as z from 'zod/mini'
import { call } from '../kit/call.ts'
import { field, numeral, paging } from '../kit/field.ts'
import { listOf } from '../kit/rows.ts'

export const VIEW_MINUTES = 30

export const viewsList = call({
  path: '/view_support_organisations/',
  summary: 'Organisations that let support look at their portal (a call of our own)',
  access: { roles: ['web_support'] },
  input: z.object({ ...paging(20), search_text: field.search() }),
  output: listOf(
    z.object({
      tenant_id: z.int(),
      organisation_id: z.string(),
      organisation_name: z.string(),
      tenant_name: z.string(),
      account_role: numeral,
      city: z.string(),
    }),
  ),
})

export const viewBegin = call({
  path: '/begin_support_view/',
  summary: 'From now on this session sees what that organisation’s manager sees, masked and without changing anything (a call of our own)',
  access: { roles: ['web_support'] },
  input: z.object({ tenant_id: field.int(1, 2_000_000_000), organisation_id: field.id(), reason: field.text(200) }),
  output: z.object({}),
  errors: ['not_found'],
  changes: true,
})

export const viewEnd = call({
  path: '/end_support_view/',
  summary: 'Ends the support view of this session (a call of our own)',
  access: 'all',
  input: z.object({}),
  output: z.object({}),
  changes: true,
  inView: true,
})
