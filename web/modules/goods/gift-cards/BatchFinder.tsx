// Finds one batch of gift cards by its number, its lot or its product; the choice is kept in the address.
import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { type Output, query } from '../../../kit/base/api.ts'
import * as format from '../../../kit/base/format.ts'
import { useUrlState } from '../../../kit/base/url.ts'
import { clearing } from '../../../kit/form/clear-choice.ts'

const TYPING_MS = 200

export const labelOf = ({ batch_no, product_name, value }: Output<'giftCardBatchSearch'>['content'][number]) =>
  `${batch_no} · ${product_name} ${format.money(value)}`

export function BatchFinder({ chosen }: { chosen: string | undefined }) {
  const t = useTranslations('goods.gift_cards')
  const field = useTranslations('fields')
  const word = useTranslations('house.words')
  const [, change] = useUrlState()
  const [text, setText] = useState('')
  const [typed] = useDebouncedValue(text, TYPING_MS)
  // Until the user types, the field holds the label of the chosen batch, so the search uses only the number in it.
  const [number = ''] = typed.split(' · ')
  const asked = useQuery({
    ...query('giftCardBatchSearch', { search_text: (typed.includes(' · ') ? number : typed) || chosen }),
    placeholderData: keepPreviousData,
  })
  const found = asked.data?.content ?? []
  const data = found.map((batch) => ({ value: String(batch.batch_no), label: labelOf(batch) }))
  const known = chosen !== undefined && !data.some(({ value }) => value === chosen) ? [{ value: chosen, label: chosen }, ...data] : data
  const choose = (value: string | null) => change({ batch_no: value ?? undefined, page: undefined })
  return (
    <Select
      // Wider than the other filters of a list, because its options have long names.
      flex="1 1 240px"
      maw={320}
      aria-label={field('batch')}
      placeholder={t('batch_find')}
      data={known}
      value={chosen ?? null}
      onChange={choose}
      renderOption={({ option }) => {
        const batch = found.find(({ batch_no }) => String(batch_no) === option.value)
        return (
          <span>
            {option.label}
            {batch && (
              <span className="muted small" style={{ display: 'block' }}>
                {[batch.lot, t('batch_counts', { sold: format.count(batch.sold), cards: format.count(batch.cards) })].filter(Boolean).join(' · ')}
              </span>
            )}
          </span>
        )
      }}
      searchable
      {...clearing(t('batch_clear'), () => choose(null))}
      searchValue={text}
      onSearchChange={setText}
      filter={({ options }) => options}
      nothingFoundMessage={asked.isFetching ? '…' : word('nothing_found')}
    />
  )
}
