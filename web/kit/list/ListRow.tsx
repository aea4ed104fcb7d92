// A row of a list: a line of the table, or on phones a card that unfolds on a tap.

import ChevronDown from 'lucide-react/icons/chevron-down'
import { type MouseEvent, type ReactNode, useState } from 'react'
import { useTranslations } from 'use-intl'
import { InnerLink } from '../page/InnerLink.tsx'
import { useNavigate } from '../router/Pages.tsx'
import styles from './list.module.css'
import type { Picked } from './use-picked-rows.ts'

/** A column of the list, as a row needs it to draw its cell. */
export type Cell<R> = { key: string; header: string; number?: true | undefined; isEnd?: true; cell: (row: R) => ReactNode }
type Props<R> = {
  row: R
  id: string
  columns: readonly Cell<R>[]
  /** Keys of the columns that a card shows only after a tap. */
  rest: ReadonlySet<string>
  to: string | undefined
  /** Called with the function that opens the row, if something must be done first. */
  opening?: ((open: () => void) => void) | undefined
  picked: Picked | undefined
}

export function ListRow<R>({ row, id, columns, rest, to, opening, picked }: Props<R>) {
  const t = useTranslations('pages.list')
  const navigate = useNavigate()
  const [isOpen, setOpen] = useState(false)
  function open(event: MouseEvent<HTMLElement>) {
    const onControl = event.target instanceof Element && event.target.closest('a, button, input, select, label')
    if (!to || onControl || getSelection()?.toString()) return
    follow(event, to)
  }
  function follow(event: MouseEvent, to: string) {
    const isApart = event.ctrlKey || event.metaKey
    const go = () => (isApart ? void window.open(to) : void navigate(to))
    if (opening) opening(go)
    else go()
  }
  /** A click on the row's link does the same as a click on the row. */
  function onLink(event: MouseEvent) {
    event.preventDefault()
    if (to) follow(event, to)
  }
  return (
    <tr onClick={open} data-opens={to ? true : undefined} data-unfolded={isOpen || undefined}>
      {picked && <PickRow id={id} picked={picked} />}
      {columns.map((column, index) => (
        <td
          key={column.key}
          className={column.number ? 'number' : undefined}
          data-label={column.header}
          data-end={column.isEnd}
          data-part={index === 0 ? 'name' : rest.has(column.key) ? 'rest' : undefined}
        >
          {index === 0 && to ? (
            <InnerLink to={to} onClick={opening && onLink}>
              {column.cell(row)}
            </InnerLink>
          ) : (
            column.cell(row)
          )}
        </td>
      ))}
      {rest.size > 0 && (
        <td className={`muted ${styles.unfoldCard}`}>
          <button type="button" className="bare square" aria-label={t('rest')} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            <ChevronDown size={18} aria-hidden />
          </button>
        </td>
      )}
    </tr>
  )
}

function PickRow({ id, picked }: { id: string; picked: Picked }) {
  const t = useTranslations('pages.list')
  return (
    <td className={`rigid ${styles.pick}`}>
      <label>
        <input type="checkbox" aria-label={t('choose_row')} checked={picked.has(id)} onChange={() => picked.toggle(id)} data-pick />
      </label>
    </td>
  )
}
