// Unknown barcodes: scanned at a till without finding a card, and assigned ("taught") to a card by the reseller.
import * as z from 'zod/mini'
import { call } from '../kit/call.ts'
import { contact, field, instant, money, paging } from '../kit/field.ts'
import { listOf } from '../kit/rows.ts'
import { atLeast } from '../kit/rules.ts'

/** Users who may change products may assign barcodes. */
const keeper = { roles: ['superadmin'], flags: ['has_product'] } as const
const seller = { only: ['seller'], roles: ['seller'], flags: ['has_cash_card', 'has_gift_card'] } as const
const barcode = field.ean().check(atLeast(1))

/**
 * The states of a barcode. unknown: it was scanned, and is not assigned yet. taught: it is assigned to a denomination in addition to that
 * denomination's EAN.
 */
export const barcodeStates = ['unknown', 'taught'] as const

/** The most unknown barcodes per shop; further ones are not recorded until some of these are assigned or ninety days old. */
export const UNKNOWN_MAX = 50

/** Why a till cannot sell a card that exists: this user may not sell its kind, or it is not on offer to the shop (any more). */
export const unsoldReasons = ['no_right', 'not_on_offer'] as const

export const barcodeNote = call({
  path: '/note_unknown_barcode/',
  summary: 'A till scanned a barcode that no card on offer has: the card if there is one, and its reseller sees it in a list (a call of our own)',
  access: seller,
  input: z.object({ ean: barcode }),
  output: z.object({
    /** Whether the barcode was recorded; false if the shop has too many unknown barcodes already, or if only this user may not sell the card. */
    is_noted: z.boolean(),
    /** The card with this barcode that the shop or somebody above it owns; left out if there is none. */
    card: z.optional(z.object({ product_name: z.string(), value: money, why: z.enum(unsoldReasons) })),
  }),
  changes: 'unrecorded',
})

export const barcodesList = call({
  path: '/view_barcodes/',
  summary: 'Barcodes the own shops scanned in vain, and those taught; the last scanned first (a call of our own)',
  access: keeper,
  input: z.object({
    ...paging(20),
    filters: field.filters({ state: z.optional(z.enum(barcodeStates)) }),
    search_text: field.search(),
  }),
  output: listOf(
    z.object({
      ean: z.string(),
      state: z.enum(barcodeStates),
      /**
       * The denomination with this barcode. For an unknown barcode: the caller's own denomination with this EAN, if there is one; the shops that scanned
       * the barcode are not offered that denomination.
       */
      product_name: z.nullable(z.string()),
      value: z.nullable(money),
      /** The number of shops that scanned the barcode, and the number of their scans. */
      shops: z.int(),
      times: z.int(),
      /** The shop that scanned the barcode last, or the user who assigned it. */
      who: contact,
      at: instant,
    }),
  ),
})

export const barcodeTeach = call({
  path: '/teach_barcode/',
  summary: 'Gives a barcode to a denomination, besides its own; from then on every till of the reseller knows it (a call of our own)',
  access: keeper,
  input: z.object({ ean: barcode, configuration_id: field.id() }),
  output: z.object({}),
  errors: ['not_found', 'ean_taken'],
  changes: true,
})

export const barcodeForget = call({
  path: '/forget_barcode/',
  summary: 'Takes a taught barcode away again, or an unknown one off the list (a call of our own)',
  access: keeper,
  input: z.object({ ean: barcode }),
  output: z.object({}),
  errors: ['not_found'],
  changes: true,
})
