// Who the PIN stock comes from.
import * as z from 'zod/mini'
import { call } from './kit/call.ts'
import { field, listOf, paging } from './kit/field.ts'

/** Fields of spec §3; bank fields come with the supplier form. */
export const Supplier = z.object({
  supplier_id: z.string(),
  full_name: z.string(),
  company: z.string(),
  address: z.string(),
  city: z.string(),
  postalcode: z.string(),
  country: z.string(),
  email: z.string(),
  mobile: z.string(),
  telephone: z.string(),
  ustidnr: z.string(),
  stnr: z.string(),
  remarks: z.string(),
  status: z.boolean(),
})

export const suppliersList = call({
  path: '/view_suppliers/',
  summary: 'Suppliers, by company',
  access: { roles: ['superadmin'], flags: ['has_supplier', 'has_inventory'] },
  input: z.object({ ...paging(50), search_text: field.search() }),
  output: listOf(Supplier),
})
