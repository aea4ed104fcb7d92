// The same entry for many customers: who, which product, what; the effect is seen before it is saved.
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { type Input, query, useCall, useUser } from '../../kit/api.ts'
import { Choices } from '../../kit/Choices.tsx'
import { Dialog } from '../../kit/Dialog.tsx'
import { PercentField, SelectField } from '../../kit/fields.tsx'
import { Refusal } from '../../kit/Refusal.tsx'
import { Effect } from './Effect.tsx'
import { read } from './grid.ts'
import styles from './prices.module.css'

const actions = ['add', 'disable', 'delete'] as const
const alone = { onBlur: () => undefined, error: undefined, required: true }

export function AssignMany({ onClose }: { onClose: () => void }) {
  const t = useTranslations('prices')
  const user = useUser()
  const customers = useQuery(query('customersListShort', { limit: 100, filters: { parent_id: user.customer_id } })).data?.content ?? []
  const [ids, setIds] = useState<readonly string[]>([])
  const [product_id, setProduct] = useState('')
  const [action, setAction] = useState<(typeof actions)[number]>('add')
  const [text, setText] = useState('')
  const products = useProducts(ids[0])
  const change = useCall('assignedChange', { refresh: ['assignedList', 'assignedProducts'], done: onClose })
  const reading = read(text)
  const discount = 'value' in reading ? reading.value : null
  const isReady = ids.length > 0 && product_id !== '' && (action !== 'add' || discount !== null)
  const entries: NonNullable<Input<'priceEffect'>['entries']> = [{ product_id, discount: action === 'add' ? discount : null }]
  return (
    <Dialog title={t('assign_many')} wide onClose={onClose}>
      <div className="stack">
        <fieldset className={styles.choices}>
          <legend>{t('customers')}</legend>
          {customers.map((row) => (
            <label key={row.customer_id} className={styles.choice}>
              <input
                type="checkbox"
                checked={ids.includes(row.customer_id)}
                onChange={() => setIds(ids.includes(row.customer_id) ? ids.filter((id) => id !== row.customer_id) : [...ids, row.customer_id])}
              />
              {row.name}
            </label>
          ))}
        </fieldset>
        {ids.length > 0 && (
          <SelectField {...alone} id="product" label={t('product')} value={product_id} onChange={(value) => setProduct(String(value))} options={products} />
        )}
        <Choices label={t('action')} value={action} choices={actions.map((value) => ({ value, label: t(`actions.${value}`) }))} choose={setAction} />
        {action === 'add' && <PercentField {...alone} id="discount" label={t('discount')} value={text} onChange={(value) => setText(String(value))} />}
        {isReady && <Effect asked={{ customer_ids: [...ids], action, entries }} />}
        <Refusal error={change.error} changes />
        <div className="row">
          <Button disabled={!isReady || change.isPending} onClick={() => change.mutate({ action, customer_ids: [...ids], pad_list: entries })}>
            {t('save')}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}

/** What can be given on, as the first of them could sell it: they have the same parent. */
function useProducts(customer_id: string | undefined) {
  const list = useQuery({ ...query('assignedProducts', { customer_id: customer_id ?? '', limit: 100 }), enabled: customer_id !== undefined })
  return [...new Map((list.data?.content ?? []).map((row) => [row.product_id, row.product_name]))].map(([value, label]) => ({ value, label }))
}
