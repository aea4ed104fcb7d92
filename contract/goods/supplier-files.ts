// Remembered layouts of suppliers' files, so that the next file is recognised: a layout for each fingerprint of a file's headings.
import * as z from 'zod/mini'
import { call } from '../kit/call.ts'
import { contact, field, instant } from '../kit/field.ts'
import { atMost, matches } from '../kit/rules.ts'

/** The most layouts of an organisation; a further layout replaces the one that was unused for the longest time. */
export const LAYOUTS_MAX = 200
/** The most goods that one layout recognises by name and value. */
export const LAYOUT_GOODS_MAX = 50

const reader = { roles: ['superadmin'], flags: ['has_inventory'] } as const

/** A file's fingerprint, computed from its headings, or from the shapes of its columns if it has no headings; never from its contents. */
const fingerprint = z.string().check(atMost(16, 'not_an_id'), matches(/^[0-9a-f]{16}$/, 'not_an_id'))
/** The number of a column, counted from 1; 0: the file has no such column. */
const sequence = z._default(field.int(0, 50), 0)
const sequences = {
  pin_sequence: field.int(1, 50),
  batch_sequence: sequence,
  serial_sequence: sequence,
  expiry_sequence: sequence,
  value_sequence: sequence,
  name_sequence: sequence,
}
/**
 * Which goods the rows of the file mean. `name` and `value`: as the rows have them; both are blank if the rows name no goods. `configuration_id`: the
 * denomination to which the PINs of such rows were added.
 */
const goods = z.array(
  z.object({
    name: z.string().check(z.trim(), atMost(100)),
    value: z.string().check(z.trim(), atMost(30)),
    configuration_id: field.id(),
  }),
)

export const supplierFilesKnown = call({
  path: '/view_file_layouts/',
  summary: 'How files with these headings were read before, and which goods they were: proposals, nothing is added by them (a call of our own)',
  access: reader,
  input: z.object({ fingerprints: field.json(z.array(fingerprint).check(atMost(20, 'too_big'))) }),
  output: z.object({
    content: z.array(
      z.object({
        fingerprint: z.string(),
        supplier_id: z.string(),
        company: z.string(),
        pin_sequence: z.int(),
        batch_sequence: z.int(),
        serial_sequence: z.int(),
        expiry_sequence: z.int(),
        value_sequence: z.int(),
        name_sequence: z.int(),
        goods: z.array(z.object({ name: z.string(), value: z.string(), configuration_id: z.string() })),
        kept_by: contact,
        used_at: instant,
      }),
    ),
  }),
})

export const supplierFileKeep = call({
  path: '/keep_file_layout/',
  summary: 'Remembers how a file was read, after its PINs were added (a call of our own)',
  access: reader,
  input: z.object({ fingerprint, supplier_id: field.id(), ...sequences, goods: field.json(goods.check(atMost(LAYOUT_GOODS_MAX, 'too_big'))) }),
  output: z.object({}),
  errors: ['not_found'],
  changes: true,
})
