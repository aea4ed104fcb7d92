// Rows as a table, or as cards with label and value on phones. Sorting is the server's; a header asks for it.
import { useRouter } from '@tanstack/react-router'
import type { MouseEvent, ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import type { Kinds } from '../../../contract/kit/kinds.ts'
import { InnerLink } from '../page/InnerLink.tsx'
import { isFigure, type Look, NOTHING, shown, type Told } from '../page/shown.tsx'
import styles from './list.module.css'
import type { Picked } from './use-picked.ts'

type FieldOf<R> = Extract<keyof R, string>
type Drawn<R> = (row: R) => ReactNode
type Words = Readonly<Record<string, string>>
/** The row's fields an export takes for this column, joined; null for a column of buttons or of figures the screen works out. */
type FieldsOf<R> = FieldOf<R> | readonly FieldOf<R>[] | null

type Shown<R> = Told & {
  key: string
  field?: FieldsOf<R>
  header: string
  /** Only where it shows more than the field is: by its kind, or by its words, it is shown without. */
  cell?: Drawn<R>
  /** Another look than that of the field's kind. */
  as?: Look
  /** Numbers are aligned right: fields by what they are, a cell that draws one by saying so. */
  number?: true
  /** The name the call sorts by; without it the column cannot be sorted. */
  sort?: string
  /** Hidden until a person chooses it. */
  extra?: true
  /** For a field that holds a list of objects: the property of each that a file shows. */
  part?: string
}
/** What a column of a field has to say beside: nothing for texts and numbers, words for codes and for yes and no, a cell for everything else. */
type Needs<R, V> = [V] extends [boolean]
  ? { words: Words } | { cell: Drawn<R> }
  : [V] extends [string]
    ? NeedsOfText<R, V>
    : [V] extends [number]
      ? object
      : { cell: Drawn<R> }
type NeedsOfText<R, V extends string> = string extends V ? object : { words: Words } | { cell: Drawn<R> }

type OfField<R> = { [K in FieldOf<R>]: { key: K } & Needs<R, NonNullable<R[K]>> }[FieldOf<R>]
type TextOf<R> = { [K in FieldOf<R>]: NonNullable<R[K]> extends string ? K : never }[FieldOf<R>]
/** A column with a name of its own says which fields a file shows; texts are joined where it has no cell. */
type OfFields<R> = { field: TextOf<R> | readonly TextOf<R>[] } | { field: FieldsOf<R>; cell: Drawn<R> }

export type Column<R> = Shown<R> & (OfField<R> | OfFields<R>)

type Props<R> = {
  columns: readonly Column<R>[]
  /** What the rows' fields are; without it every column has a cell or shows a text. */
  kinds?: Kinds | undefined
  /** Undefined while loading. */
  rows: readonly R[] | undefined
  rowKey: (row: R) => string
  link?: ((row: R) => string | undefined) | undefined
  sort?: string | undefined
  onSort?: (sort: string) => void
  isStale?: boolean
  picked?: Picked | undefined
}

const NO_KINDS: Kinds = new Map()

/** The column with the cell it has, or the one that shows its fields as what they are. */
function drawn<R>(column: Column<R>, kinds: Kinds): Column<R> & { cell: Drawn<R> } {
  const { key, field = key as FieldOf<R>, as, cell, number, words, looks } = column
  if (cell) return { ...column, cell }
  const fields = field === null ? [] : typeof field === 'string' ? [field] : field
  const lookOf = (name: FieldOf<R>) => as ?? kinds.get(name) ?? 'text'
  const isRight = number ?? fields.some((name) => isFigure(lookOf(name)))
  const [only, ...more] = fields
  const text = (row: R) =>
    fields
      .map((name) => row[name])
      .filter(Boolean)
      .join(' · ') || NOTHING
  return {
    ...column,
    ...(isRight && { number: true }),
    cell: (row) => (only === undefined ? null : more.length > 0 ? text(row) : shown(row[only], lookOf(only), { words, looks })),
  }
}

const skeletonRows = Array.from({ length: 8 }, (_, index) => `skeleton ${index}`)

export function ListTable<R>({ columns: given, kinds = NO_KINDS, rows, rowKey, link, sort, onSort, isStale = false, picked }: Props<R>) {
  const t = useTranslations('house.list')
  const columns = given.map((column) => drawn(column, kinds))
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

type LineProps<R> = { row: R; id: string; columns: readonly (Column<R> & { cell: Drawn<R> })[]; to: string | undefined; picked: Picked | undefined }

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
