// The rows before and after sending: customer, amount, then the planned booking or the outcome, and the reason of a refusal.
import { Button, TextInput } from '@mantine/core'
import type { KeyboardEvent } from 'react'
import { useTranslations } from 'use-intl'
import { useNamed } from '../../../kit/base/action-name.ts'
import * as format from '../../../kit/base/format.ts'
import { useUrlState, wholeBetween } from '../../../kit/base/url.ts'
import { useWeekdays } from '../../../kit/base/use-weekdays.ts'
import { type Column, ListTable } from '../../../kit/list/ListTable.tsx'
import { Pages } from '../../../kit/list/Pages.tsx'
import { pagesOf } from '../../../kit/list/paging.ts'
import { Amount } from '../../../kit/page/Amount.tsx'
import { amountOf, faultOf, type MultiRow, repeated } from './multi-rows.ts'
import type { MultiState } from './use-multi.ts'
import type { OwnCustomers } from './use-own-customers.ts'
import { type Line, useRowState } from './use-row-state.ts'

/** A file may have ten thousand rows, each with input fields, so only one page is drawn. */
export const MULTI_PAGE = 100

/** `submit`: called on Enter in an amount, to book all rows. */
type Props = { multi: MultiState; known: OwnCustomers; submit: () => void }
type Change = (at: number, change: Partial<MultiRow>) => void

export function MultiTable({ multi, known: { customers, isNobody }, submit }: Props) {
  const round = useTranslations('credit.round')
  const [state, changeUrl] = useUrlState()
  const limit = wholeBetween(state['per'], 1, MULTI_PAGE, MULTI_PAGE)
  const page = wholeBetween(state['page'], 1, pagesOf(multi.rows.length, limit), 1)
  const twice = repeated(multi.rows)
  const lines: Line[] = multi.rows.map((row, at) => ({
    ...row,
    at,
    customer: customers?.get(row.username),
    isRepeated: twice.has(at),
    isKnown: !isNobody(row.username),
  }))
  const change: Change = (at, changed) => multi.setRows(multi.rows.map((row, i) => (i === at ? { ...row, ...changed } : row)))
  const without = (at: number) => multi.setRows(multi.rows.filter((_, i) => i !== at))
  const fromFile: Column<Line>[] = [{ key: 'line', number: true }]
  const balance: Column<Line>[] = [{ key: 'balance', field: null, cell: (row) => (row.customer ? <Amount value={row.customer.balance} /> : '–'), number: true }]
  const proposed: Column<Line>[] = [
    {
      key: 'lasts',
      field: null,
      header: round('lasts'),
      cell: ({ proposal }) => (proposal?.days_left == null ? '–' : format.count(proposal.days_left)),
      number: true,
    },
    {
      key: 'usual',
      field: null,
      header: round('usual'),
      cell: ({ proposal }) => (proposal?.usual == null ? '–' : <Amount value={proposal.usual} />),
      number: true,
    },
  ]
  const day: Column<Line>[] = [{ key: 'round', field: null, header: round('day'), cell: (row) => <Day row={row} /> }]
  const afterAll: Column<Line>[] = [
    {
      key: 'after_all',
      field: null,
      header: round('after_all'),
      cell: (row) => (row.proposal?.available == null ? '–' : <Amount value={row.proposal.available + (amountOf(row) ?? 0)} />),
      number: true,
    },
  ]
  const after: Column<Line>[] = [{ key: 'after', field: null, cell: (row) => <After row={row} />, number: true }]
  const isProposed = !multi.was_sent && multi.rows.some(({ proposal }) => proposal)
  const noted: Column<Line>[] = [{ key: 'note' }]
  const left: Column<Line>[] = [{ key: 'action', field: null, cell: (row) => <Leave row={row} leave={without} /> }]
  const columns: Column<Line>[] = [
    ...(multi.rows.some(({ line }) => line !== null) ? fromFile : []),
    { key: 'customer', cell: (row) => row.customer?.name ?? '–' },
    { key: 'username', cell: (row) => <Name row={row} change={multi.was_sent || !customers || row.customer ? undefined : change} /> },
    ...(multi.was_sent ? [] : balance),
    ...(isProposed ? [...day, ...proposed] : []),
    {
      key: 'amount',
      cell: (row) => (multi.was_sent ? <Amount value={amountOf(row) ?? 0} /> : <AmountCell row={row} change={change} submit={submit} />),
      number: true,
    },
    ...(isProposed ? afterAll : after),
    ...(multi.rows.some(({ note }) => note !== '') ? noted : []),
    { key: 'state', field: null, cell: (row) => <State row={row} wasSent={multi.was_sent} /> },
    ...(multi.was_sent ? [] : left),
  ]
  return (
    <>
      <ListTable whole columns={columns} rows={lines.slice((page - 1) * limit, page * limit)} rowKey={(row) => String(row.at)} />
      {lines.length > MULTI_PAGE && <Pages page={page} limit={limit} total={lines.length} change={changeUrl} />}
    </>
  )
}

const lineName = (row: Line) => row.customer?.name ?? (row.username || String(row.line ?? row.at + 1))

/** A user name that belongs to no customer can be corrected in its cell. */
function Name({ row, change }: { row: Line; change: Change | undefined }) {
  const field = useTranslations('fields')
  const named = useNamed()
  if (!change) return row.username
  const set = (username: string) => change(row.at, { username: username.trim() })
  return <TextInput aria-label={named(field('username'), lineName(row))} value={row.username} onChange={(event) => set(event.currentTarget.value)} />
}

/** The arrow keys move to the amount above or below, as in a spreadsheet. */
function onKey(event: KeyboardEvent<HTMLInputElement>, submit: () => void) {
  const row = event.currentTarget.closest('tr')
  const next = { ArrowUp: row?.previousElementSibling, ArrowDown: row?.nextElementSibling }[event.key]?.querySelector<HTMLInputElement>('input[data-amount]')
  if (event.key === 'Enter') submit()
  else if (next) next.select()
  else return
  event.preventDefault()
}

function AmountCell({ row, change, submit }: { row: Line; change: Change; submit: () => void }) {
  const field = useTranslations('fields')
  const named = useNamed()
  return (
    <TextInput
      aria-label={named(field('amount'), lineName(row))}
      // Wide enough that an amount such as 1.234,50 is not cut in a table with many columns.
      miw={112}
      inputMode="decimal"
      data-amount
      onKeyDown={(event) => onKey(event, submit)}
      rightSection={<span aria-hidden>€</span>}
      value={row.amount}
      error={faultOf(row) === 'not_an_amount'}
      onChange={(event) => change(row.at, { amount: event.currentTarget.value })}
    />
  )
}

/** The balance after the booking: the server's figure once the row was booked, an estimate before that. */
function After({ row }: { row: Line }) {
  const amount = amountOf(row)
  if (row.balance_after !== null) return <Amount value={row.balance_after} />
  return row.outcome === 'open' && row.customer && amount !== undefined ? <Amount value={row.customer.balance + amount} /> : '–'
}

/** Shows on which weekday, and how often, the customer gets credit in a round. */
function Day({ row: { proposal } }: { row: Line }) {
  const t = useTranslations('credit.round')
  const weekdays = useWeekdays()
  if (!proposal?.weekday || !proposal.rhythm) return '–'
  return (
    <>
      {weekdays[proposal.weekday - 1]}
      <div className="muted">
        {t(`rhythms.${proposal.rhythm}`)}
        {proposal.next_on && `, ${format.day(proposal.next_on)}`}
      </div>
    </>
  )
}

function State({ row, wasSent }: { row: Line; wasSent: boolean }) {
  const { look, text } = useRowState()(row, wasSent)
  return <span className={look === 'plain' ? 'badge' : `badge ${look}`}>{text}</span>
}

function Leave({ row, leave }: { row: Line; leave: (at: number) => void }) {
  const word = useTranslations('words')
  const named = useNamed()
  return (
    <Button size="xs" variant="default" aria-label={named(word('leave_out'), lineName(row))} onClick={() => leave(row.at)}>
      {word('leave_out')}
    </Button>
  )
}
