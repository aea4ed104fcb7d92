// The tenants as the platform sees them, and the tenant that the platform is viewing.
import * as z from 'zod/mini'
import { call } from '../kit/call.ts'
import { field } from '../kit/field.ts'

export const tenantsList = call({
  path: '/view_tenants/',
  summary: 'The resellers of the platform, each with all below it; the one being looked at is marked (a call of our own)',
  access: { roles: ['superadmin'] },
  input: z.object({}),
  output: z.object({ content: z.array(z.object({ tenant_id: z.int(), name: z.string(), chosen: z.boolean() })) }),
})

export const tenantChoose = call({
  path: '/choose_tenant/',
  summary: 'The platform looks at another reseller from now on in this session (a call of our own)',
  access: { roles: ['superadmin'] },
  input: z.object({ tenant_id: field.int(1, 2_000_000_000) }),
  output: z.object({}),
  errors: ['not_found'],
  changes: true,
})
