// Rows as a table, or as cards with label and value on phones. Sorting is the server's; a header asks for it.
import { useRouter } from '@tanstack/react-router'
import type { MouseEvent, ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { InnerLink } from './InnerLink.tsx'
import styles from './list.module.css'
import type { Picked } from './use-picked.ts'

type FieldOf<R> = Extract<keyof R, string>
type Shown<R> = {
  header: string
  cell: (row: R) => ReactNode
  /** Numbers are aligned right. */
  number?: true
  /** The name the call sorts by; without it the column cannot be sorted. */
  sort?: string
  /** Hidden until a person chooses it. */
  extra?: true
  /** The words a file shows for the field's codes: those of the screen. */
  words?: Readonly<Record<string, string>>
  /** For a field that holds a list of objects: the property of each that a file shows. */
  part?: string
}
/** The row's fields an export takes for this column, joined; null for a column of buttons or of figures the screen works out. */
type FieldsOf<R> = FieldOf<R> | readonly FieldOf<R>[] | null

/** A column named after a field shows that field; any other must name its fields, so that no file shows the wrong one. */
export type Column<R> = Shown<R> & ({ key: FieldOf<R>; field?: FieldsOf<R> } | { key: string; field: FieldsOf<R> })

type Props<R> = {
  columns: readonly Column<R>[]
  /** Undefined while loading. */
  rows: readonly R[] | undefined
  rowKey: (row: R) => string
  link?: ((row: R) => string | undefined) | undefined
  sort?: string | undefined
  onSort?: (sort: string) => void
  isStale?: boolean
  picked?: Picked | undefined
}

const skeletonRows = Array.from({ length: 8 }, (_, index) => `skeleton ${index}`)

export function ListTable<R>({ columns, rows, rowKey, link, sort, onSort, isStale = false, picked }: Props<R>) {
  const t = useTranslations('house.list')
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard (WCAG 2.1.1)
    <section className={styles.frame} aria-label={t('rows')} tabIndex={0} aria-busy={!rows || isStale} data-stale={isStale || undefined}>
      <table className={styles.table}>
        <thead>
          <tr>
            {picked && <PickPage rows={(rows ?? []).map(rowKey)} picked={picked} />}
            {columns.map((column) => (
              <Head key={column.key} column={column} sort={sort} onSort={onSort} />
            ))}
          </tr>
        </thead>
        <tbody>
          {rows?.map((row) => (
            <Line key={rowKey(row)} row={row} id={rowKey(row)} columns={columns} to={link?.(row)} picked={picked} />
          ))}
          {!rows && skeletonRows.map((key) => <SkeletonLine key={key} columns={columns} />)}
        </tbody>
      </table>
      {!rows && (
        <span role="status" className="hidden-visually">
          {t('loading')}
        </span>
      )}
    </section>
  )
}

type HeadProps<R> = { column: Column<R>; sort: string | undefined; onSort: ((sort: string) => void) | undefined }

function Head<R>({ column, sort, onSort }: HeadProps<R>) {
  const name = column.sort
  const direction = name && sort === name ? 'ascending' : name && sort === `-${name}` ? 'descending' : undefined
  const className = column.number ? 'number' : undefined
  if (!name || !onSort)
    return (
      <th scope="col" className={className}>
        {column.header}
      </th>
    )
  return (
    <th scope="col" className={className} aria-sort={direction ?? 'none'}>
      <button type="button" className={styles.sort} onClick={() => onSort(direction === 'ascending' ? `-${name}` : name)}>
        {column.header}
        {direction && <span aria-hidden>{direction === 'ascending' ? '↑' : '↓'}</span>}
      </button>
    </th>
  )
}

type LineProps<R> = { row: R; id: string; columns: readonly Column<R>[]; to: string | undefined; picked: Picked | undefined }

function Line<R>({ row, id, columns, to, picked }: LineProps<R>) {
  const { history } = useRouter()
  function open(event: MouseEvent<HTMLElement>) {
    const onControl = event.target instanceof Element && event.target.closest('a, button, input, select, label')
    if (!to || onControl || getSelection()?.toString()) return
    if (event.ctrlKey || event.metaKey) window.open(to)
    else history.push(to)
  }
  return (
    <tr onClick={open} data-opens={to ? true : undefined}>
      {picked && <PickRow id={id} picked={picked} />}
      {columns.map((column, index) => (
        <td key={column.key} className={column.number ? 'number' : undefined} data-label={column.header}>
          {index === 0 && to ? <InnerLink to={to}>{column.cell(row)}</InnerLink> : column.cell(row)}
        </td>
      ))}
    </tr>
  )
}

function PickPage({ rows, picked }: { rows: readonly string[]; picked: Picked }) {
  const t = useTranslations('house.list')
  const isAll = rows.length > 0 && rows.every(picked.has)
  return (
    <th scope="col" className={styles.pick}>
      <input
        type="checkbox"
        aria-label={t('choose_page')}
        checked={isAll}
        onChange={() => {
          for (const id of rows) if (picked.has(id) === isAll) picked.toggle(id)
        }}
      />
    </th>
  )
}

function PickRow({ id, picked }: { id: string; picked: Picked }) {
  const t = useTranslations('house.list')
  return (
    <td className={styles.pick}>
      <label>
        <input type="checkbox" aria-label={t('choose_row')} checked={picked.has(id)} onChange={() => picked.toggle(id)} data-pick />
      </label>
    </td>
  )
}

function SkeletonLine<R>({ columns }: { columns: readonly Column<R>[] }) {
  return (
    <tr className={styles.skeleton} aria-hidden>
      {columns.map((column) => (
        <td key={column.key} data-label={column.header}>
          <span />
        </td>
      ))}
    </tr>
  )
}
