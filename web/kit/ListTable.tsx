// Rows as a table, or as cards with label and value on phones. Sorting is the server's; a header asks for it.
import { useRouter } from '@tanstack/react-router'
import type { MouseEvent, ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { InnerLink } from './InnerLink.tsx'
import styles from './kit.module.css'

export type Column<R> = {
  key: string
  header: string
  cell: (row: R) => ReactNode
  /** Numbers stand at the right. */
  number?: true
  /** The name the call sorts by; without it the column cannot be sorted. */
  sort?: string
}

type Props<R> = {
  columns: readonly Column<R>[]
  /** Undefined while nothing has arrived yet. */
  rows: readonly R[] | undefined
  rowKey: (row: R) => string
  link?: ((row: R) => string | undefined) | undefined
  sort?: string | undefined
  onSort?: (sort: string) => void
  isStale?: boolean
}

const skeletonRows = Array.from({ length: 8 }, (_, index) => `skeleton ${index}`)

export function ListTable<R>({ columns, rows, rowKey, link, sort, onSort, isStale = false }: Props<R>) {
  const t = useTranslations('house.list')
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard (WCAG 2.1.1)
    <section className={styles.frame} aria-label={t('rows')} tabIndex={0} aria-busy={!rows || isStale} data-stale={isStale || undefined}>
      <table className={styles.table}>
        <thead>
          <tr>
            {columns.map((column) => (
              <Head key={column.key} column={column} sort={sort} onSort={onSort} />
            ))}
          </tr>
        </thead>
        <tbody>
          {rows?.map((row) => (
            <Line key={rowKey(row)} row={row} columns={columns} to={link?.(row)} />
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

function Line<R>({ row, columns, to }: { row: R; columns: readonly Column<R>[]; to: string | undefined }) {
  const { history } = useRouter()
  function open(event: MouseEvent<HTMLElement>) {
    const onControl = event.target instanceof Element && event.target.closest('a, button, input, select, label')
    if (!to || onControl || getSelection()?.toString()) return
    if (event.ctrlKey || event.metaKey) window.open(to)
    else history.push(to)
  }
  return (
    <tr onClick={open} data-opens={to ? true : undefined}>
      {columns.map((column, index) => (
        <td key={column.key} className={column.number ? 'number' : undefined} data-label={column.header}>
          {index === 0 && to ? <InnerLink to={to}>{column.cell(row)}</InnerLink> : column.cell(row)}
        </td>
      ))}
    </tr>
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
