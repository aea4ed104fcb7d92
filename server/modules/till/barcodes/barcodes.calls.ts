// Calls about barcodes that no card has: recording a scan, listing the barcodes, assigning one to a card ("teaching"), and removing one from the list.

import { moneyText } from '../../../../contract/kit/money.ts'
import type { Handlers } from '../../../http/mount.ts'
import type { SignedIn } from '../../../kit/actor.ts'
import { codeOf, Refusal } from '../../../kit/errors.ts'
import { listed } from '../../../postgres/row-pages.ts'
import { sellableTypes } from '../selling/selling.ts'
import {
  barcodeCount,
  barcodeRows,
  cardOfBarcode,
  forgetScans,
  forgetTaught,
  type Goods,
  goodsToTeach,
  noteScan,
  ownerOfBarcode,
  putTaught,
} from './barcodes.sql.ts'

const UNIQUE_VIOLATION = '23505'

const subjectOf = ({ organisation_id }: SignedIn, ean: string) => ({ kind: 'barcode', id: ean, name: ean, organisation_id })
const recordOf = ({ product_name, value }: Goods) => ({ product_name, denominations: moneyText(value) })

export const barcodes: Pick<Handlers, 'barcodeForget' | 'barcodeNote' | 'barcodesList' | 'barcodeTeach'> = {
  barcodeNote: async ({ ean }, { actor, db, now }) =>
    db.write(actor.tenant_id, async (q) => {
      const [found] = await cardOfBarcode(q, actor, ean)
      const { product_name, value } = found ?? { product_name: '', value: 0 }
      const maySell = !found || sellableTypes(actor).includes(found.type)
      // If the card is on offer to the shop and only this user may not sell it, the scan is not noted in the reseller's list.
      if (found?.is_offered && !maySell) return { is_noted: false, card: { product_name, value, why: 'no_right' } }
      const is_noted = await noteScan(q, actor, ean, now())
      return found && !found.is_offered ? { is_noted, card: { product_name, value, why: 'not_on_offer' } } : { is_noted }
    }),

  barcodesList: async (asked, { actor, db }) =>
    db.list(actor, async (q) => listed(asked, await barcodeRows(q, actor, asked), await barcodeCount(q, actor, asked))),

  barcodeTeach: async ({ ean, configuration_id }, { actor, db, now, audit }) => {
    await db
      .write(actor.tenant_id, async (q) => {
        const [goods] = await goodsToTeach(q, actor, configuration_id)
        if (!goods) throw new Refusal('not_found')
        const [taken] = await ownerOfBarcode(q, actor, ean)
        if (taken) throw new Refusal('ean_taken', { detail: taken.owner_id === goods.owner_id ? { ean, ...namesOf(taken) } : { ean } })
        await putTaught(q, actor, ean, configuration_id, now())
        await forgetScans(q, actor, ean)
        await audit({ subject: subjectOf(actor, ean), after: recordOf(goods) }, q)
      })
      .catch((error: unknown) => {
        // Another user has assigned this barcode at the same moment, so this request is refused.
        throw codeOf(error) === UNIQUE_VIOLATION ? new Refusal('ean_taken', { detail: { ean } }) : error
      })
    return {}
  },

  barcodeForget: async ({ ean }, { actor, db, audit }) => {
    await db.write(actor.tenant_id, async (q) => {
      const [taught] = await forgetTaught(q, actor, ean)
      const scans = await forgetScans(q, actor, ean)
      if (!taught && scans.length === 0) throw new Refusal('not_found')
      await audit({ subject: subjectOf(actor, ean), ...(taught && { before: recordOf(taught), after: {} }) }, q)
    })
    return {}
  },
}

const namesOf = ({ product_id, product_name }: Goods) => ({ product_id, product_name })
