// Chooses the denominations that draw on a pool, among the product's denominations without stock of their own.
import { Checkbox } from '@mantine/core'
import { useTranslations } from 'use-intl'
import * as format from '../../../kit/base/format.ts'
import type { Row } from '../../../kit/base/list-state.ts'

type Denomination = Row<'productsList'>['configurations'][number]
type Props = { denominations: readonly Denomination[]; pool_id?: string; chosen: readonly string[]; choose: (chosen: string[]) => void }

export function Drawing({ denominations, pool_id, chosen, choose }: Props) {
  const t = useTranslations('goods.pools')
  const isFree = (one: Denomination) => one.pool_id === pool_id || (one.pool_id === null && !one.is_used)
  return (
    <Checkbox.Group label={t('draws')} description={t('draws_hint')} value={[...chosen]} onChange={choose}>
      <div className="stack" style={{ marginTop: 8 }}>
        {denominations.map((one) => (
          <Checkbox
            key={one.configuration_id}
            value={one.configuration_id}
            disabled={!isFree(one)}
            label={isFree(one) ? format.money(one.value) : t('draws_used', { value: format.money(one.value) })}
          />
        ))}
      </div>
    </Checkbox.Group>
  )
}
