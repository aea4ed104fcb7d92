// The grid itself: one text field a cell. Arrows and Enter move, typing replaces, a block is pasted downwards, Ctrl+Z goes back a step.
import { type ClipboardEvent, type KeyboardEvent, useRef } from 'react'
import { useTranslations } from 'use-intl'
import * as format from '../../kit/format.ts'
import { type Cell, inForce, isChanged, netPrice, type PlanEntry, pasted, read, shownText } from './grid.ts'
import styles from './prices.module.css'
import type { useGrid } from './use-grid.ts'

type Props = { cells: readonly Cell[]; grid: ReturnType<typeof useGrid>; other: readonly PlanEntry[] | undefined; mayChange: boolean }

const MOVES: Record<string, number> = { ArrowUp: -1, ArrowDown: 1, Enter: 1 }

export function GridTable({ cells, grid, other, mayChange }: Props) {
  const t = useTranslations('prices')
  const body = useRef<HTMLTableSectionElement>(null)
  const compared = other && new Map(other.map((entry) => [entry.configuration_id, entry.discount ?? entry.discount_product]))
  const wholes = new Map(cells.filter(({ entry }) => entry === null).map((cell) => [cell.product_id, cell]))
  function onKey(event: KeyboardEvent<HTMLInputElement>, cell: Cell, at: number) {
    const move = MOVES[event.key]
    if (move) body.current?.querySelectorAll('input')[at + move]?.focus()
    else if (event.key === 'Escape') grid.restore(cell.key)
    else if (event.key === 'z' && (event.ctrlKey || event.metaKey)) grid.undo()
    else return
    event.preventDefault()
  }
  function onPaste(event: ClipboardEvent, cell: Cell) {
    const block = event.clipboardData.getData('text')
    if (!/[\n\t]/.test(block)) return
    event.preventDefault()
    grid.change(pasted(cells, cell, block), `paste ${Date.now()}`)
  }
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard (WCAG 2.1.1)
    <section className={styles.frame} aria-label={t('grid')} tabIndex={0}>
      <table className={styles.grid}>
        <thead>
          <tr>
            <th scope="col">{t('product')}</th>
            <th scope="col" className="number">{`${t('discount')} %`}</th>
            {compared && (
              <th scope="col" className="number">
                {t('compare')}
              </th>
            )}
            <th scope="col" className="number">
              {t('price')}
            </th>
            <th scope="col" className="number">
              {t('margin')}
            </th>
          </tr>
        </thead>
        <tbody ref={body}>
          {cells.map((cell, at) => (
            <tr key={cell.key} data-whole={cell.entry === null || undefined} data-changed={isChanged(cell, grid.typed) || undefined}>
              <th scope="row">{cell.entry ? format.money(cell.entry.value) : cell.product_name}</th>
              <td className="number">
                <CellInput
                  cell={cell}
                  whole={wholes.get(cell.product_id)}
                  grid={grid}
                  mayChange={mayChange}
                  onKey={(event) => onKey(event, cell, at)}
                  onPaste={(event) => onPaste(event, cell)}
                />
              </td>
              {compared && <td className="number">{cell.entry && percentOf(compared.get(cell.entry.configuration_id) ?? null)}</td>}
              <Figures cell={cell} discount={inForce(cell, wholes.get(cell.product_id), grid.typed)} />
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

const percentOf = (discount: number | null) => (discount === null ? '–' : format.percent(discount))

type InputProps = Pick<Props, 'grid' | 'mayChange'> & {
  cell: Cell
  whole: Cell | undefined
  onKey: (event: KeyboardEvent<HTMLInputElement>) => void
  onPaste: (event: ClipboardEvent) => void
}

function CellInput({ cell, whole, grid, mayChange, onKey, onPaste }: InputProps) {
  const t = useTranslations('prices')
  const problems = useTranslations('errors.problems')
  const text = shownText(cell, grid.typed)
  const reading = read(text)
  const problem = 'problem' in reading ? problems(reading.problem, { limit: '100' }) : undefined
  const noteId = `note-${cell.key}`
  return (
    <>
      <input
        className={styles.cell}
        inputMode="decimal"
        autoComplete="off"
        readOnly={!mayChange}
        value={text}
        placeholder={cell.entry && whole ? shownText(whole, grid.typed) : '–'}
        aria-label={t('cell', { product: cell.product_name, value: cell.entry ? format.money(cell.entry.value) : '' })}
        aria-invalid={problem !== undefined}
        aria-describedby={problem ? noteId : undefined}
        onFocus={(event) => event.currentTarget.select()}
        onChange={(event) => grid.change({ [cell.key]: event.currentTarget.value }, cell.key)}
        onKeyDown={onKey}
        onPaste={onPaste}
      />
      {problem && (
        <div id={noteId} role="alert" className={styles.problem}>
          {problem}
        </div>
      )}
    </>
  )
}

/** What a customer pays and what is left of it; a loss is said by its sign too. */
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
