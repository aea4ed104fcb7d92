// Rows as a table, or on phones as cards with a name and a few facts, which show the rest after a tap. The server sorts the rows; a click on a column's heading
// requests that.
import { type ReactNode, useRef } from 'react'
import { useTranslations } from 'use-intl'
import type { Kinds } from '../../../contract/kit/kinds.ts'
import { type FieldName, useFieldNames } from '../base/field-names.ts'
import { usePreferences } from '../base/preferences.ts'
import { centsOf, type FieldLook, isFigure, type Look, lookIn, NOTHING, shown } from '../page/field-format.tsx'
import { type Cell, ListRow } from './ListRow.tsx'
import styles from './list.module.css'
import { useIsWide } from './use-is-wide.ts'
import type { Picked } from './use-picked-rows.ts'

type FieldOf<R> = Extract<keyof R, string>
type Drawn<R> = (row: R) => ReactNode
type Words = Readonly<Record<string, string>>
/** The row's fields that an export joins for this column; null for a column of buttons or of figures that the screen computes. */
type FieldsOf<R> = FieldOf<R> | readonly FieldOf<R>[] | null

type Shown<R> = FieldLook & {
  key: string
  field?: FieldsOf<R>
  /** The heading, if it is not the field's usual name. */
  header?: string
  /** Draws the cell if it shows more than the field's value in the usual format or as a word. */
  cell?: Drawn<R>
  /** The format of the field, if it is not the usual format of its kind. */
  as?: Look
  /** Whether the column is right-aligned. Fields with numbers are right-aligned by their kind; a custom cell sets this flag. */
  number?: true
  /** The name of this column in the call's sort; a column without it cannot be sorted. */
  sort?: string
  /** Whether the column is hidden until a user chooses it. */
  extra?: true
  /** Whether a card on a phone shows the column. If no column is marked, the card shows the first three. */
  fact?: true
  /** For a field with a list of objects: the property of each object that a file contains. */
  part?: string
}
/** What a column must specify beside its field: nothing for texts and numbers, words for codes and booleans, a custom cell for anything else. */
type Needs<R, V> = [V] extends [boolean]
  ? { words: Words } | { cell: Drawn<R> }
  : [V] extends [string]
    ? NeedsOfText<R, V>
    : [V] extends [number]
      ? object
      : { cell: Drawn<R> }
type NeedsOfText<R, V extends string> = string extends V ? object : { words: Words } | { cell: Drawn<R> }

/** A column whose key is not the name of a field must give its own heading. */
type Heading<K> = K extends FieldName ? object : { header: string }
type OfField<R> = { [K in FieldOf<R>]: { key: K } & Heading<K> & Needs<R, NonNullable<R[K]>> }[FieldOf<R>]
type TextOf<R> = { [K in FieldOf<R>]: NonNullable<R[K]> extends string ? K : never }[FieldOf<R>]
/** A column whose key is not a field lists the fields that a file contains for it. Without a custom cell the list shows these fields too, joined as text. */
type OfFields<R> = ({ field: TextOf<R> | readonly TextOf<R>[] } | { field: FieldsOf<R>; cell: Drawn<R> }) & ({ key: FieldName } | { header: string })

export type Column<R> = Shown<R> & (OfField<R> | OfFields<R>)
export type Headed<R> = Column<R> & { header: string }

/** Returns the columns with their headings: the column's own heading if it has one, otherwise the name of its field. */
export function useHeaded<R>(columns: readonly Column<R>[]): readonly Headed<R>[] {
  const nameOf = useFieldNames()
  return columns.map((column) => ({ ...column, header: column.header ?? nameOf(column.key) ?? column.key }))
}

type Props<R> = {
  columns: readonly Column<R>[]
  /** The kinds of the rows' fields. Without them, every column has a custom cell or shows a text. */
  kinds?: Kinds | undefined
  /** The rows; undefined while loading. */
  rows: readonly R[] | undefined
  rowKey: (row: R) => string
  link?: ((row: R) => string | undefined) | undefined
  /** Called with a row and the function that opens it, if something must be done first. */
  opening?: ((row: R, open: () => void) => void) | undefined
  sort?: string | undefined
  onSort?: (sort: string) => void
  isStale?: boolean
  picked?: Picked | undefined
  /** Whether the cells contain inputs; a card on a phone then shows all of them. */
  whole?: boolean
  /** Whether the amounts are single bookings, which are shown exactly (to ten-thousandths of a euro). */
  exact?: boolean | undefined
}

const NO_KINDS: Kinds = new Map()
const NONE: ReadonlySet<string> = new Set()

type Ready<R> = Cell<R> & Pick<Shown<R>, 'field' | 'sort' | 'fact'>

/** Marks the last column if it contains buttons, so that they stay visible at the right of a table that is wider than the window. */
const withEnd = <R,>(columns: readonly Ready<R>[]): readonly Ready<R>[] =>
  columns.map((column, i) => (i > 0 && i === columns.length - 1 && column.field === null && !column.number ? { ...column, isEnd: true } : column))

/** Returns a column with its cell: its custom one, or a cell that shows its fields in the usual format. */
function drawn<R>(column: Headed<R>, kinds: Kinds, exact: boolean): Ready<R> {
  const { key, field = key as FieldOf<R>, header, sort, fact, as, cell, number, words, looks } = column
  const ready = { key, field, header, ...(sort && { sort }), ...(fact && { fact }) }
  if (cell) return { ...ready, number, cell }
  const fields = field === null ? [] : typeof field === 'string' ? [field] : field
  const lookOf = (name: FieldOf<R>) => as ?? lookIn(kinds.get(name) ?? 'text', exact)
  const isRight = number ?? fields.some((name) => isFigure(lookOf(name)))
  const [only, ...more] = fields
  const text = (row: R) =>
    fields
      .map((name) => row[name])
      .filter(Boolean)
      .join(' · ') || NOTHING
  return {
    ...ready,
    ...(isRight && { number: true }),
    cell: (row) => {
      if (only === undefined) return null
      if (more.length > 0) return <span className={styles.text}>{text(row)}</span>
      const content = shown(row[only], lookOf(only), { words, looks, cents: centsOf(row, only) })
      return lookOf(only) === 'text' || (words && !looks) ? <span className={styles.text}>{content}</span> : content
    },
  }
}

/** How many columns a card shows beside the row's name if no column is marked as a fact. */
const FACTS = 3

/** Returns the columns that a card shows only after a tap: all but the name and the facts. A single remaining column is shown at once. */
function restOf<R>(columns: readonly Ready<R>[]): ReadonlySet<string> {
  const facts = columns.filter(({ fact }) => fact)
  const first = columns.slice(1).filter(({ field }) => field !== null)
  const shown = [columns[0], ...(facts.length > 0 ? facts : first.slice(0, FACTS))]
  const rest = columns.filter((column) => !shown.includes(column))
  return new Set(rest.length > 1 ? rest.map(({ key }) => key) : [])
}

const skeletonRows = Array.from({ length: 8 }, (_, index) => `skeleton ${index}`)

export function ListTable<R>({
  columns: given,
  kinds = NO_KINDS,
  rows,
  rowKey,
  link,
  opening,
  sort,
  onSort,
  isStale = false,
  picked,
  whole = false,
  exact = false,
}: Props<R>) {
  const word = useTranslations('house.words')
  const fieldName = useTranslations('fields')
  const columns = withEnd(useHeaded(given).map((column) => drawn(column, kinds, exact)))
  const rest = whole ? NONE : restOf(columns)
  const frame = useRef<HTMLElement>(null)
  const [{ density }] = usePreferences()
  const isWide = useIsWide(frame)
  return (
    <section
      ref={frame}
      className={`card ${styles.frame}`}
      aria-label={fieldName('rows')}
      // A scrolling element must be reachable by keyboard (WCAG 2.1.1).
      {...(isWide && { tabIndex: 0 })}
      aria-busy={!rows || isStale}
      data-stale={isStale || undefined}
      data-wide={isWide || undefined}
      data-density={density}
    >
      <table className={styles.table}>
        <thead className="hidden-on-phone muted small">
          <tr>
            {picked && <PickPage rows={(rows ?? []).map(rowKey)} picked={picked} />}
            {columns.map((column) => (
              <Head key={column.key} column={column} sort={sort} onSort={onSort} />
            ))}
          </tr>
        </thead>
        <tbody>
          {rows?.map((row) => (
            <ListRow
              key={rowKey(row)}
              {...{ row, columns, rest, picked }}
              id={rowKey(row)}
              to={link?.(row)}
              opening={opening && ((open) => opening(row, open))}
            />
          ))}
          {!rows && skeletonRows.map((key) => <SkeletonLine key={key} columns={columns} />)}
        </tbody>
      </table>
      {!rows && (
        <span role="status" className="hidden-visually">
          {word('loading')}
        </span>
      )}
    </section>
  )
}

type HeadProps<R> = { column: Ready<R>; sort: string | undefined; onSort: ((sort: string) => void) | undefined }

function Head<R>({ column, sort, onSort }: HeadProps<R>) {
  const name = column.sort
  const direction = name && sort === name ? 'ascending' : name && sort === `-${name}` ? 'descending' : undefined
  const className = column.number ? 'number' : undefined
  if (!name || !onSort)
    return (
      <th scope="col" className={className} data-end={column.isEnd}>
        {column.header}
      </th>
    )
  return (
    <th scope="col" className={className} aria-sort={direction ?? 'none'}>
      <button type="button" className={`bare gap-4 ${styles.sort}`} onClick={() => onSort(direction === 'ascending' ? `-${name}` : name)}>
        {column.header}
        {direction && <span aria-hidden>{direction === 'ascending' ? '↑' : '↓'}</span>}
      </button>
    </th>
  )
}

function PickPage({ rows, picked }: { rows: readonly string[]; picked: Picked }) {
  const t = useTranslations('pages.list')
  const isAll = rows.length > 0 && rows.every(picked.has)
  return (
    <th scope="col" className={styles.pick}>
      <input
        type="checkbox"
        aria-label={t('choose_page')}
        disabled={rows.length === 0}
        checked={isAll}
        onChange={() => {
          for (const id of rows) if (picked.has(id) === isAll) picked.toggle(id)
        }}
      />
    </th>
  )
}

function SkeletonLine<R>({ columns }: { columns: readonly Ready<R>[] }) {
  return (
    <tr className={styles.awaited} aria-hidden>
      {columns.map((column) => (
        <td key={column.key} data-label={column.header}>
          <span className="skeleton" />
        </td>
      ))}
    </tr>
  )
}
