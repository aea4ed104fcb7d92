// Moving in from another system: the user drops files, a dry run checks them, the user compares the sums, and only then the move is carried out.
import { Button } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useTranslations } from 'use-intl'
import * as format from '../../../kit/base/format.ts'
import { Confirm } from '../../../kit/page/Confirm.tsx'
import { PageTitle } from '../../../kit/page/PageTitle.tsx'
import { Refusal } from '../../../kit/page/Refusal.tsx'
import { useNavigate, useParams } from '../../../kit/router/Pages.tsx'
import { DropFiles, keepDropped } from '../../goods/stock/stock.ts'
import { Unread } from '../../goods/supplier-files/supplier-files.ts'
import { DryRun } from './DryRun.tsx'
import type { MoveTable } from './headings.ts'
import { MoveReport } from './MoveReport.tsx'
import { MovesSoFar } from './MovesSoFar.tsx'
import { Templates } from './Templates.tsx'
import { useColumnName } from './use-column-name.ts'
import { type MoveState, most, rowsOf, useMove } from './use-move.ts'

/** The two screens of a move, which are loaded together: the screen that takes files, and the report of the move that the address names. */
export default function MovingIn() {
  const { moveId } = useParams()
  return moveId ? <MoveReport move_id={moveId} /> : <FromFiles />
}

function FromFiles() {
  const word = useTranslations('words')
  const file = useTranslations('supplier_files')
  const move = useMove()
  const { stage, tables, unread, failure, take } = move
  return (
    <div className="stack breaks">
      <PageTitle>
        {tables.length > 0 && (
          <Button variant="subtle" onClick={move.startOver}>
            {word('start_over')}
          </Button>
        )}
      </PageTitle>
      <DropFiles take={(files) => void take(files)} />
      {unread && <Unread problem={unread} />}
      <Refusal error={failure} changes />
      {tables.length > 0 && <Tables move={move} />}
      {stage.is === 'working' && (
        <p role="status" className="card">
          {file('reading')}
        </p>
      )}
      {stage.is === 'checked' && <DryRun checked={stage.checked} tables={tables} />}
      {stage.is === 'checked' && stage.checked.bad === 0 && <Start move={move} customers={stage.checked.customers} />}
      {tables.length === 0 && <Choose take={(files) => void take(files)} />}
      <Templates />
      {tables.length === 0 && <MovesSoFar />}
    </div>
  )
}

function Start({ move, customers }: { move: MoveState; customers: number }) {
  const t = useTranslations('customers.moving')
  const [isAsking, setAsking] = useState(false)
  const label = t('start', { n: customers, count: format.count(customers) })
  return (
    <div className="row">
      <Button disabled={move.isStarting} onClick={() => setAsking(true)}>
        {label}
      </Button>
      {isAsking && (
        <Confirm
          title={`${label}?`}
          confirm={label}
          onConfirm={() => {
            setAsking(false)
            void move.start()
          }}
          onClose={() => setAsking(false)}
        >
          <p>{t('start_text')}</p>
        </Confirm>
      )}
    </div>
  )
}

function Choose({ take }: { take: (files: readonly File[]) => void }) {
  const t = useTranslations('customers.moving')
  const file = useTranslations('supplier_files')
  return (
    <section className="card stack">
      <Picker take={take}>
        <b>{t('drop')}</b>
        <span className="muted">{t('drop_hint', { rows: format.count(most.customers) })}</span>
        <span className="surface browse">{file('browse')}</span>
      </Picker>
      <ul className="points">
        <li>{t('what_checked')}</li>
        <li>{t('what_made')}</li>
        <li>{t('what_undone')}</li>
      </ul>
    </section>
  )
}

function Picker({ take, children }: { take: (files: readonly File[]) => void; children: ReactNode }) {
  return (
    <label className="drop">
      <input
        type="file"
        multiple
        accept=".csv,.txt,.tsv,.xlsx,.zip"
        className="hidden-visually"
        onChange={({ currentTarget }) => {
          const files = [...(currentTarget.files ?? [])]
          currentTarget.value = ''
          if (files.length > 0) take(files)
        }}
      />
      {children}
    </label>
  )
}

/** Shows the kind of table that each file was recognised as, and why it cannot be checked yet. */
function Tables({ move: { tables, pinFiles, take } }: { move: MoveState }) {
  const t = useTranslations('customers.moving')
  const word = useTranslations('words')
  const file = useTranslations('supplier_files')
  const isTooLong = (['customers', 'prices'] as const).filter((kind) => rowsOf(tables, kind).length > most[kind])
  return (
    <section className="card stack">
      {tables.map((table, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two tables may have the same name
        <article key={i} className="stack gap-4" aria-label={table.file}>
          <div className="row">
            <b>{table.file}</b>
            <span className={table.kind === 'unknown' ? 'badge warning' : 'badge'}>{t(`kinds.${table.kind}`)}</span>
            <span className="muted">{word('rows', { n: table.rows.length, count: format.count(table.rows.length) })}</span>
            {table.kind === 'stock' && <ToStock files={pinFiles} />}
          </div>
          <About table={table} />
        </article>
      ))}
      {isTooLong.map((kind) => (
        <p key={kind} role="alert" className="notice danger">
          {t('too_many', { rows: format.count(most[kind]) })}
        </p>
      ))}
      {rowsOf(tables, 'customers').length === 0 && <p className="notice warning">{t('no_customers')}</p>}
      <Picker take={(files) => void take(files)}>
        <span className="surface browse">{file('browse')}</span>
        <span className="muted">{t('bad_hint')}</span>
      </Picker>
    </section>
  )
}

function About({ table }: { table: MoveTable }) {
  const t = useTranslations('customers.moving')
  const nameOf = useColumnName()
  if (!('missing' in table))
    return table.kind === 'stock' ? <p className="muted">{t('stock_hint')}</p> : <p className="notice warning">{t('not_recognised')}</p>
  return (
    <>
      {table.missing.length > 0 && (
        <p role="alert" className="notice danger">
          {t('missing', { columns: table.missing.map(nameOf).join(', ') })}
        </p>
      )}
      {table.unread.length > 0 && <p className="muted">{t('unread', { columns: table.unread.join(', ') })}</p>}
    </>
  )
}

/** A button that passes dropped files with PINs on to the screen that checks and adds PINs. */
function ToStock({ files }: { files: readonly File[] }) {
  const t = useTranslations('customers.moving')
  const navigate = useNavigate()
  function go() {
    keepDropped(files)
    void navigate('/inventory/files')
  }
  return (
    <Button size="xs" variant="default" className="push" onClick={go}>
      {t('to_stock')}
    </Button>
  )
}
