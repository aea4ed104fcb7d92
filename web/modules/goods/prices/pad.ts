// A customer's own price entries while they are being typed, one cell for each value of a product. An emptied cell deletes its entry, so that the plan
// applies again.
import type { Input } from '../../../kit/base/api.ts'
import type { Row } from '../../../kit/base/list-state.ts'
import { read, type Typed } from './grid.ts'

type Entries = NonNullable<Input<'priceEffect'>['entries']>

export const padKey = ({ product_id, configuration_id }: Pick<Row<'assignedProducts'>, 'product_id' | 'configuration_id'>) =>
  `${product_id} ${configuration_id ?? ''}`

/** Returns the entries to save, from all pages of the list on which something was typed. */
export function entriesOf(typed: Typed): Entries {
  return Object.entries(typed).map(([key, text]) => {
    const [product_id = '', configuration_id = ''] = key.split(' ')
    const reading = read(text)
    return { product_id, configuration_id: configuration_id || null, discount: 'value' in reading ? reading.value : null }
  })
}
