// Chooses some of the user's customers, or all that a search finds, also those that the list does not show. Says so if they are too many for one change.
import { Button, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { fold } from '../../../../contract/kit/fold.ts'
import { ask, type Input, query, useUser } from '../../../kit/base/api.ts'
import * as format from '../../../kit/base/format.ts'
import styles from './prices.module.css'

/** The most customers that one change may have. */
export const CUSTOMERS_MAX = 1_000
const PAGE = 100
const TYPING_MS = 200

type Props = { ids: readonly string[]; change: (ids: readonly string[]) => void }

export function CustomersPick({ ids, change }: Props) {
  const t = useTranslations('prices')
  const word = useTranslations('words')
  const houseWord = useTranslations('house.words')
  const field = useTranslations('fields')
  const { customer_id: parent_id } = useUser()
  const [text, setText] = useState('')
  const [typed] = useDebouncedValue(text, TYPING_MS)
  const [isAsking, setAsking] = useState(false)
  const input: Input<'customersListShort'> = { limit: PAGE, filters: { parent_id }, ...(typed ? { search_text: fold(typed) } : {}) }
  const list = useQuery({ ...query('customersListShort', input), placeholderData: keepPreviousData })
  const rows = list.data?.content ?? []
  const total = list.data?.filters.total_count ?? 0
  async function all() {
    setAsking(true)
    const found: string[] = []
    for (let page = 0; page * PAGE < total && found.length <= CUSTOMERS_MAX; page++)
      found.push(...(await ask('customersListShort', { ...input, page })).content.map((row) => row.customer_id))
    change([...new Set([...ids, ...found])])
  }
  return (
    <fieldset className="stack gap-8">
      <legend className="strong">{field('customers')}</legend>
      <TextInput
        type="search"
        aria-label={word('search_customers')}
        placeholder={word('search_customers')}
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
      <div className="row">
        <span role="status">{t('picked', { n: ids.length, count: format.count(ids.length) })}</span>
        {total > 0 && (
          <Button size="xs" variant="default" disabled={isAsking} onClick={() => all().finally(() => setAsking(false))}>
            {t('pick_all', { n: total, count: format.count(total) })}
          </Button>
        )}
        {ids.length > 0 && (
          <Button size="xs" variant="subtle" onClick={() => change([])}>
            {houseWord('choose_none')}
          </Button>
        )}
      </div>
      {ids.length > CUSTOMERS_MAX && (
        <div role="alert" className="notice danger">
          {t('pick_most', { count: format.count(CUSTOMERS_MAX) })}
        </div>
      )}
      <div className={`stack gap-4 ${styles.choices}`}>
        {rows.map((row) => (
          <label key={row.customer_id} className="option">
            <input
              type="checkbox"
              checked={ids.includes(row.customer_id)}
              onChange={() => change(ids.includes(row.customer_id) ? ids.filter((id) => id !== row.customer_id) : [...ids, row.customer_id])}
            />
            {row.name}
          </label>
        ))}
        {list.isSuccess && rows.length === 0 && <p className="muted">{t('no_match')}</p>}
      </div>
    </fieldset>
  )
}
