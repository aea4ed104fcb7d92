// The grid of a plan: a line for each product as a whole and one for each of its values. A line is drawn again only when its content changes.
import { memo, useRef } from 'react'
import { useTranslations } from 'use-intl'
import * as format from '../../../kit/base/format.ts'
import { type Editing, GridCell } from './GridCell.tsx'
import { type Cell, inForce, isChanged, netPrice, type PlanEntry, pasted, shownText, type Typed, validText } from './grid.ts'
import styles from './prices.module.css'

type Props = { cells: readonly Cell[]; typed: Typed; editing: Editing; other: readonly PlanEntry[] | undefined; mayChange: boolean }

export function GridTable({ cells, typed, editing, other, mayChange }: Props) {
  const t = useTranslations('prices')
  const field = useTranslations('fields')
  const compared = other && new Map(other.map((entry) => [entry.configuration_id, entry.discount ?? entry.discount_product]))
  const wholes = new Map(cells.filter(({ entry }) => entry === null).map((cell) => [cell.product_id, cell]))
  const latest = useRef({ cells, editing })
  latest.current = { cells, editing }
  const steady = useRef<Steady>({
    change: (texts, cell) => latest.current.editing.change(texts, cell),
    undo: () => latest.current.editing.undo(),
    restore: (cell) => latest.current.editing.restore(cell),
    fill: (from) => (block) => pasted(latest.current.cells, from, block),
  }).current
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: an element that scrolls must be reachable by keyboard (WCAG 2.1.1)
    <section className={`card ${styles.frame}`} aria-label={t('grid')} tabIndex={0}>
      <table className={`plain ${styles.grid}`}>
        <thead>
          <tr>
            <th scope="col">{field('product')}</th>
            <th scope="col" className="number">
              {t('percent_of', { name: field('discount') })}
            </th>
            {compared && (
              <th scope="col" className="number">
                {t('compared')}
              </th>
            )}
            <th scope="col" className="number">
              {t('price')}
            </th>
            <th scope="col" className="number">
              {field('margin')}
            </th>
          </tr>
        </thead>
        <tbody>
          {cells.map((cell) => {
            const whole = wholes.get(cell.product_id)
            return (
              <Line
                key={cell.key}
                cell={cell}
                text={shownText(cell, typed)}
                wholeText={cell.entry && whole ? validText(whole, typed) : ''}
                isChanged={isChanged(cell, typed)}
                discount={inForce(cell, whole, typed)}
                compared={compared && (cell.entry ? percentOf(compared.get(cell.entry.configuration_id) ?? null) : '')}
                mayChange={mayChange}
                steady={steady}
              />
            )
          })}
        </tbody>
      </table>
    </section>
  )
}

const percentOf = (discount: number | null) => (discount === null ? '–' : format.percent(discount))

/** Functions of the grid that stay the same objects across renders, so that unchanged lines are not redrawn. */
type Steady = Editing & { fill: (from: Cell) => (block: string[][]) => Record<string, string> }

type LineProps = {
  cell: Cell
  text: string
  wholeText: string
  isChanged: boolean
  discount: number | null
  compared: string | undefined
  mayChange: boolean
  steady: Steady
}

const Line = memo(({ cell, text, wholeText, discount, compared, mayChange, steady, ...is }: LineProps) => {
  const t = useTranslations('prices')
  const value = cell.entry ? format.money(cell.entry.value) : ''
  return (
    <tr data-whole={cell.entry === null || undefined} data-changed={is.isChanged || undefined}>
      <th scope="row">{cell.entry ? [value, cell.entry.info].filter(Boolean).join(' ') : cell.product_name}</th>
      <td className="number">
        <GridCell
          cell={cell.key}
          text={text}
          label={t('cell', { product: cell.product_name, value: value || t('all_values') })}
          placeholder={wholeText || '–'}
          editing={steady}
          readOnly={!mayChange}
          fill={steady.fill(cell)}
        />
      </td>
      {compared !== undefined && <td className="number">{compared}</td>}
      <Figures cell={cell} discount={discount} />
    </tr>
  )
})

/** The customer's price and the margin that remains; a loss is marked by a sign as well as by colour. */
function Figures({ cell: { entry }, discount }: { cell: Cell; discount: number | null }) {
  const price = entry && netPrice(entry, discount)
  const margin = price === null || entry?.cost == null ? null : price - entry.cost
  return (
    <>
      <td className="number">{price === null ? '' : format.moneyExact(price)}</td>
      <td className="number">
        {margin !== null && <span className={margin < 0 ? 'negative' : undefined}>{`${margin < 0 ? '▼ ' : ''}${format.moneyExact(margin)}`}</span>}
      </td>
    </>
  )
}
