// Rules of the till, and the module's public interface: buying from stock, showing what was sold, and the file of a bulk sale.
import { CSV_MARK, csvRow, csvTexts } from '../../../../contract/kit/csv.ts'
import { moneyText } from '../../../../contract/kit/money.ts'
import { stockTypes } from '../../../../contract/kit/product-types.ts'
import type { Context } from '../../../http/mount.ts'
import type { SignedIn } from '../../../kit/actor.ts'
import { berlinDay } from '../../../kit/berlin.ts'
import { offers } from './selling.sql.ts'
import type { SaleAnswer } from './slip.ts'

export { setAside } from './key-limit.ts'
export { nextSale } from './next-sale.ts'
export { playSale, trainingPins } from './practice.ts'
export { type Barred, type Buyer, barredBy, buy, priced, refuseOtherTypes, sellableTypes } from './purchase.ts'
export { rehearseFirstSales } from './rehearsal.ts'
export { offers } from './selling.sql.ts'
export { pinsOf, reprintVerdict, type SaleAnswer, type Shower, show, slipAnswer } from './slip.ts'

type Looking = Pick<Context, 'db' | 'now'> & { actor: SignedIn }

/** Whether the till shows this card as sold out in stock and made by its supplier instead. */
export async function isMadeOnDemand({ actor, db, now }: Looking, configuration_id: string): Promise<boolean> {
  const wanted = { today: berlinDay(now()), type: undefined, favouritesOnly: false, types: stockTypes, onDemand: true }
  const rows = await db.read(actor.tenant_id, (q) => offers(q, actor, wanted))
  return rows.some((row) => row.configuration_id === configuration_id && row.on_demand)
}

/** A bulk sale's file: UTF-8 with BOM, semicolons, every cell as text so that no spreadsheet drops a leading zero. */
export function pinFile(answer: SaleAnswer): { filename: string; csv: string } {
  const rows = answer.pins.map((pin) => csvTexts([answer.product_name, moneyText(answer.value), pin.pin, pin.serial, pin.batch, pin.expires_on ?? '']))
  const name = answer.product_name.replaceAll(/[^\p{L}\p{N}]+/gu, '-')
  return {
    filename: `${name}-${moneyText(answer.value)}-${answer.quantity}.csv`,
    csv: [CSV_MARK, csvRow(['product', 'value', 'pin', 'serial', 'batch', 'expires_on']), ...rows].join(''),
  }
}
