// Suppliers of PIN stock.
import * as z from 'zod/mini'
import { call } from '../kit/call.ts'
import { country } from '../kit/countries.ts'
import { contact, field, instant, paging, percent } from '../kit/field.ts'
import { listOf } from '../kit/rows.ts'
import { atMost } from '../kit/rules.ts'

const line = (max: number) => z.string().check(z.trim(), atMost(max))

/** IBAN, BIC and VAT id are checked by the server; spaces in them are allowed. A blank text removes the present value. */
const fields = {
  company: field.text(120),
  full_name: line(120),
  address: line(200),
  city: line(100),
  postalcode: line(20),
  /** The country by its two letters (ISO 3166). */
  country: country(),
  email: field.orNone(field.email()),
  mobile: field.orNone(field.mobile()),
  telephone: field.orNone(field.mobile()),
  /** The VAT id in the EU. */
  ustidnr: line(20),
  /** The national tax number. */
  stnr: line(30),
  bank_name: line(100),
  iban: line(42),
  bic: line(20),
  hrb: line(40),
  director: line(120),
  /** The discount on the face value that usually applies to the supplier's files. */
  buying_discount: field.percent(),
  /** The number of days after the sale in which the supplier takes a PIN back; 0: no limit. */
  reclaim_days: field.int(0, 3650),
  remarks: line(1000),
}
const optional = z.partial(z.object(fields)).shape

export const Supplier = z.object({
  supplier_id: z.string(),
  ...{ company: z.string(), full_name: contact, address: contact, city: z.string(), postalcode: z.string(), country: z.string() },
  ...{ email: contact, mobile: contact, telephone: contact, ustidnr: contact, stnr: contact },
  ...{ bank_name: contact, iban: contact, bic: contact, hrb: contact, director: contact, remarks: contact },
  buying_discount: percent,
  reclaim_days: z.int(),
  status: z.boolean(),
  /** The number of products that the supplier delivered; the next field counts products that only this supplier delivered. */
  products: z.int(),
  products_only: z.int(),
  last_delivery_at: z.nullable(instant),
  /** The discount of the supplier's last delivery; before the first delivery its usual discount; null if no discount was entered. */
  last_discount: z.nullable(percent),
})

export const suppliersList = call({
  path: '/view_suppliers/',
  summary: 'Suppliers, by company',
  access: { roles: ['superadmin'], flags: ['has_supplier', 'has_inventory'] },
  input: z.object({
    ...paging(50),
    filters: field.filters({ supplier_id: z.optional(field.id()), status: z.optional(field.bool()) }),
    search_text: field.search(),
    sort: z._default(field.oneOf(['company', '-company', 'last_delivery_at', '-last_delivery_at']), 'company'),
  }),
  output: listOf(Supplier),
})

export const supplierAdd = call({
  path: '/add_supplier/',
  summary: 'A new supplier',
  access: { roles: ['superadmin'], flags: ['has_supplier'] },
  input: z.object({ ...optional, company: fields.company }),
  output: z.object({ supplier_id: z.string() }),
  changes: true,
})

export const supplierUpdate = call({
  path: '/edit_supplier/',
  summary: 'Changes a supplier; what is not named stays. No file is imported from one whose status is off',
  access: { roles: ['superadmin'], flags: ['has_supplier'] },
  input: z.object({ supplier_id: field.id(), ...optional, status: z.optional(field.bool()) }),
  output: z.object({}),
  errors: ['not_found'],
  changes: true,
})
