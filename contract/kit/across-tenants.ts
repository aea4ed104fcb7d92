// Lists that the platform can read across all its resellers: the filter that asks for it, and the fields that name each row's reseller.
import * as z from 'zod/mini'
import { field } from './field.ts'

/** Without this filter a list contains only the reseller that the platform is viewing. Only the platform may set it. */
export const acrossFilter = { tenants: z.optional(field.oneOf(['all'])) }

/** The reseller to which a row belongs; only in a list across all resellers. */
export const tenantOfRow = { tenant_id: z.optional(z.int()), tenant_name: z.optional(z.string()) }

/** The most rows down to which a list across all resellers can be paged. Whoever looks further back chooses a reseller or narrows the list. */
export const ACROSS_ROWS_MAX = 2_000

export const isAcross = (input: object): boolean => (input as { filters?: { tenants?: unknown } }).filters?.tenants === 'all'
