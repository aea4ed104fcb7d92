// A grid of discounts: rows are customers, columns are providers. Each cell is a field with the keys and pasting of a spreadsheet.
import { useMessages, useTranslations } from 'use-intl'
import { providers } from '../../../../contract/goods/live-prices.ts'
import type { Output } from '../../../kit/base/api.ts'
import * as format from '../../../kit/base/format.ts'
import { GridCell } from './GridCell.tsx'
import { isMore, liveKey, liveText } from './live.ts'
import styles from './prices.module.css'
import type { useGrid } from './use-grid.ts'

type Live = Output<'liveDiscounts'>['content'][number]
type Props = { rows: readonly Live[]; grid: ReturnType<typeof useGrid> }

export function LiveMatrix({ rows, grid }: Props) {
  const t = useTranslations('prices')
  const field = useTranslations('fields')
  const customers = [...new Map(rows.map((row) => [row.customer_id, row.customer_name]))]
  const at = new Map(rows.map((row) => [liveKey(row), row]))
  const own = new Map(rows.map((row) => [row.provider, row.discount_own]))
  const names = useProviderNames()
  const ownText = (provider: Live['provider']) => {
    const discount = own.get(provider) ?? null
    return discount === null ? '' : t('live_own', { percent: format.percent(discount) })
  }
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: an element that scrolls must be reachable by keyboard (WCAG 2.1.1)
    <section className={`card ${styles.frame}`} aria-label={field('discount')} tabIndex={0}>
      <table className={`plain ${styles.grid}`}>
        <thead>
          <tr>
            <th scope="col">{field('customer')}</th>
            {providers.map((provider) => (
              <th key={provider} scope="col" className="number">
                {t('percent_of', { name: names[provider] })}
                <div className="muted">{ownText(provider)}</div>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {customers.map(([id, name]) => (
            <tr key={id}>
              <th scope="row">{name}</th>
              {providers.map((provider) => (
                <td key={provider} className="number">
                  <LiveCell row={at.get(`${id} ${provider}`)} grid={grid} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function useProviderNames() {
  const { words, prices } = useMessages()
  return { ...words.providers, ...prices.providers }
}

function LiveCell({ row, grid }: { row: Live | undefined; grid: Props['grid'] }) {
  const t = useTranslations('prices')
  const names = useProviderNames()
  const problems = useTranslations('errors.problems')
  if (!row) return null
  return (
    <GridCell
      cell={liveKey(row)}
      text={liveText(row, grid.typed)}
      label={t('live_cell', { customer: row.customer_name, provider: names[row.provider] })}
      editing={grid}
      problem={isMore(row, grid.typed) ? problems('more_than_own') : undefined}
    />
  )
}
