// One table of the dropped files: the meaning of its columns, and whether each meaning was guessed or is known from an earlier file.
import { Button, NativeSelect } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useMessages, useTranslations } from 'use-intl'
import { columnKinds } from '../../../../contract/goods/file-layout.ts'
import { useNamed } from '../../../kit/base/action-name.ts'
import * as format from '../../../kit/base/format.ts'
import { cardsOf } from './pin-cells.ts'
import type { Table } from './read.ts'
import { type KnownLayout, type Sequences, widthOf } from './recognise.ts'

type Props = { table: Table; sequences: Sequences; known: KnownLayout | undefined; change: (sequences: Sequences) => void; children: ReactNode }

export function TableCard({ table, sequences, known, change, children }: Props) {
  const t = useTranslations('supplier_files')
  const word = useTranslations('words')
  const named = useNamed()
  const kinds = useKinds()
  const [isChanging, setChanging] = useState(sequences.pin === 0)
  const title = table.sheet ? `${table.file} · ${table.sheet}` : table.file
  const columns = Array.from({ length: widthOf(table) }, (_, i) => ({ value: String(i + 1), label: columnName({ t, word }, table, i + 1) }))
  const read = columnKinds.filter((kind) => sequences[kind] > 0)
  return (
    <section className="card stack" aria-label={title}>
      <div className="row">
        <h2>{title}</h2>
        <span className="muted">{word('rows', { n: table.rows.length, count: format.count(table.rows.length) })}</span>
      </div>
      {table.rounded > 0 && <p className="notice warning">{t('rounded', { n: table.rounded, count: format.count(table.rounded) })}</p>}
      <div className="row">
        <span>
          <b>{t('read_as')}</b>{' '}
          {read.length === 0
            ? t('no_pin')
            : read.map((kind) => t('column_is', { kind: kinds[kind], column: columnName({ t, word }, table, sequences[kind]) })).join(' · ')}
        </span>
        <Button size="xs" variant="default" aria-expanded={isChanging} aria-label={named(word('change'), title)} onClick={() => setChanging(!isChanging)}>
          {word('change')}
        </Button>
      </div>
      {known && <p className="muted">{t('as_before', { company: known.company, who: known.kept_by, day: format.date(known.used_at) })}</p>}
      {isChanging && (
        <div className="cells gap-12" style={{ '--least': '180px' }}>
          {columnKinds.map((kind) => (
            <NativeSelect
              key={kind}
              label={kinds[kind]}
              value={String(sequences[kind])}
              data={[{ value: '0', label: word('not_in_file') }, ...columns]}
              onChange={({ currentTarget: { value } }) => change(moved(sequences, kind, Number(value)))}
            />
          ))}
        </div>
      )}
      <ul className="lines gap-12">{children}</ul>
      {sequences.pin > 0 && <NoCards rows={cardsOf(table, sequences).others} />}
    </section>
  )
}

const LINES_MAX = 8

/** Lists the line numbers of rows without a PIN, so that the user sees which rows are left out. */
function NoCards({ rows }: { rows: Table['rows'] }) {
  const t = useTranslations('supplier_files')
  if (rows.length === 0) return null
  const lines = rows.slice(0, LINES_MAX).map(({ row }) => format.count(row))
  return (
    <p className="muted">
      {t('no_cards', { n: rows.length, count: format.count(rows.length), lines: [...lines, ...(rows.length > LINES_MAX ? ['…'] : [])].join(', ') })}
    </p>
  )
}

/** Returns the names of the meanings that a column can have: those of an import, and the product's name. */
function useKinds() {
  const { fields, stock } = useMessages()
  return { ...stock.import.roles, batch: fields.lot, serial: fields.serial, value: fields.value, name: fields.product }
}

/** Gives a column a meaning. A column has only one meaning, so its earlier meaning is removed. */
function moved(sequences: Sequences, kind: keyof Sequences, column: number): Sequences {
  const freed = Object.fromEntries(columnKinds.map((one) => [one, column > 0 && sequences[one] === column ? 0 : sequences[one]])) as Sequences
  return { ...freed, [kind]: column }
}

type ColumnTexts = { t: ReturnType<typeof useTranslations<'supplier_files'>>; word: ReturnType<typeof useTranslations<'words'>> }

/** Returns the column's heading, if any. A heading with many digits may be a PIN and is not shown. */
function columnName(texts: ColumnTexts, { header }: Table, column: number): string {
  const title = header[column - 1] ?? ''
  return title && title.replace(/\D/g, '').length < 8
    ? texts.t('column_named', { number: String(column), title })
    : texts.word('column_number', { number: String(column) })
}
