// The till's announcements to screen readers: the chosen cards and their total, the outcome of the sale, and the number of search results. They share one live
// region that always exists, because text that appears together with its region is often not read.
import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import * as format from '../../../kit/base/format.ts'
import type { SaleState } from './sale-state.ts'
import { cardsSaid, totalOf } from './spoken-sale.ts'

/** How long an announcement is delayed, because further typing replaces it. */
const PAUSE_MS = 400

type Props = { state: SaleState; found: number | undefined }

export function Announcer({ state, found }: Props) {
  const text = useText(state, found)
  const [said, setSaid] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setSaid(text), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text])
  return (
    <p className="hidden-visually" role="status" data-said>
      {said}
    </p>
  )
}

function useText(state: SaleState, found: number | undefined): string {
  const t = useTranslations('counter.said')
  const all = cardsSaid(state)
  const cards = all.map(({ name, quantity }) => `${quantity} × ${name}`).join(', ')
  const total = format.money(totalOf(all))
  if (state.selling) return t('selling')
  if (state.refusal) return t('refused')
  if (state.chosen?.asked?.question === 'collect') return t('collect', { total })
  if (found !== undefined) return t('found', { count: format.count(found) })
  if (all.length === 0) return ''
  return t(state.chosen || state.basket ? 'chosen' : 'sold', { cards, total })
}
