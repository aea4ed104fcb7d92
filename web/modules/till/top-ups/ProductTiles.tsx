// The products for the telephone number, as tiles: the amount that arrives in large type, its price below. A digit chooses a tile.
import type { KeyboardEvent } from 'react'
import { useTranslations } from 'use-intl'
import type { TopUpProduct } from '../../../../contract/till/top-ups.ts'
import * as format from '../../../kit/base/format.ts'
import tiles from '../../../kit/counter/tiles.module.css'
import { SupplierWeather } from '../live-selling/live-selling.ts'

const NUMBERED = 9

type Props = { products: readonly TopUpProduct[]; chosen: string | undefined; onPick: (product: TopUpProduct) => void }

export function ProductTiles({ products, chosen, onPick }: Props) {
  const t = useTranslations('top_ups')
  function onKey(event: KeyboardEvent) {
    const product = /^[1-9]$/.test(event.key) && !event.altKey && !event.ctrlKey && !event.metaKey ? products[Number(event.key) - 1] : undefined
    if (!product) return
    event.preventDefault()
    onPick(product)
  }
  return (
    <ul className={tiles.tiles} aria-label={t('products.label')} onKeyDown={onKey}>
      {products.map((product, i) => (
        <li key={product.configuration_id}>
          <button
            type="button"
            className={`surface ${tiles.tile} ${tiles.product}`}
            aria-pressed={product.configuration_id === chosen}
            data-first={i === 0 || undefined}
            onClick={() => onPick(product)}
          >
            {isMore(product) && <b className={tiles.name}>{product.name}</b>}
            <span className={tiles.value}>{arriving(product)}</span>
            <span className={tiles.stock}>{costs(product)}</span>
            {product.lasts && <span className={tiles.stock}>{t('products.lasts', { days: format.count(daysOf(product.lasts)) })}</span>}
            <SupplierWeather weather={product.weather} />
            {product.promotions.map((title) => (
              <span key={title} className="badge success">
                {title}
              </span>
            ))}
            {i < NUMBERED && <kbd className={tiles.key}>{i + 1}</kbd>}
          </button>
        </li>
      ))}
    </ul>
  )
}

/** Whether a product's name says more than the amount that arrives; only then it is shown. */
const isMore = (product: TopUpProduct) => product.name.replace(/[^\d\p{L}+%]/gu, '') !== arriving(product).replace(/[^\d\p{L}+%]/gu, '')

const withoutZeros = (decimal: string) => decimal.replace(/\.0+$/, '')

export function arriving({ arrives: { from, to, unit } }: Pick<TopUpProduct, 'arrives'>): string {
  const amount = from === to ? withoutZeros(from) : `${withoutZeros(from)} – ${withoutZeros(to)}`
  return `${amount} ${unit}`.trim()
}

const costs = ({ value, value_to }: TopUpProduct) => (value === value_to ? format.money(value) : `${format.money(value)} – ${format.money(value_to)}`)

const DAYS: Readonly<Record<string, number>> = { H: 1 / 24, D: 1, W: 7, M: 30 }
/** Converts the few forms of durations that suppliers use to days. */
function daysOf(lasts: string): number {
  const [, quantity = '0', unit = 'D'] = /^PT?(\d+)([HDWM])$/.exec(lasts) ?? []
  return Math.max(1, Math.round(Number(quantity) * (DAYS[unit] ?? 1)))
}
