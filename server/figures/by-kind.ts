// Figures by kinds of goods, for questions whose roll-up has no kinds: lines are first counted by goods, and these fewer rows are then added up by kind.
import { COLUMN, type Dimension } from './question.ts'
import { type Counted, SIGNED, SUMMED, summed } from './row-sums.ts'

/** SQL: the kind of the goods that line `s` sold. */
export const KIND = `
  (select k.type from configurations c
     join products k on k.tenant_id = :tenant_id and k.id = c.product_id
    where c.tenant_id = :tenant_id and c.id = s.configuration_id)`

/** The dimensions by which lines are counted first, with goods in place of kinds. */
export const asGoods = (by: readonly Dimension[]): Dimension[] => [...new Set(by.map((name) => (name === 'kind' ? 'configuration' : name)))]

/** Figures by `keys`, made from figures that were counted by goods instead of kinds. */
export function ofKinds({ text, values }: Counted, keys: readonly string[]): Counted {
  const columns = keys.map((key) => (key === COLUMN.kind ? `k.type as ${key}` : `y.${key}`))
  const figures = SUMMED.flatMap((name) => [`y.${name}`, `y.refund_${name}`])
  const rows = `
  select ${[...columns, ...figures].join(', ')} from (${text}) y
    join configurations c on c.tenant_id = :tenant_id and c.id = y.configuration_id
    join products k on k.tenant_id = :tenant_id and k.id = c.product_id`
  return { text: summed(rows, keys, SIGNED), values }
}
