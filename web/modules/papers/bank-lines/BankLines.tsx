// Incoming transfers. The user drops bank statements, the server proposes what each transfer is for, and the user books it as a payment of a document or as a
// top-up.
import { useState } from 'react'
import { useMessages, useTranslations } from 'use-intl'
import { bankLineStates } from '../../../../contract/papers/bank-lines.ts'
import { useCall, useUser } from '../../../kit/base/api.ts'
import { can } from '../../../kit/base/can.ts'
import * as format from '../../../kit/base/format.ts'
import { ibanInGroups } from '../../../kit/base/iban.ts'
import { ListPage } from '../../../kit/list/ListPage.tsx'
import type { Column } from '../../../kit/list/ListTable.tsx'
import { Refusal } from '../../../kit/page/Refusal.tsx'
import { DropFiles } from '../../goods/stock/stock.ts'
import { AsideDialog } from './AsideDialog.tsx'
import { BookCertain } from './BookCertain.tsx'
import { BookResult } from './BookResult.tsx'
import { ChooseDialog } from './ChooseDialog.tsx'
import { LineActions } from './LineActions.tsx'
import type { Line } from './lines.ts'
import { Purpose } from './Purpose.tsx'
import { FileOutcomes, PickFiles } from './TakeFiles.tsx'
import { useBook } from './use-book.ts'
import { useTake } from './use-take.ts'

const looks = { open: 'badge', waiting: 'badge warning', booked: 'badge success', aside: 'badge' } as const
type Open = { line: Line; dialog: 'choose' | 'aside' }

export default function BankLines() {
  const t = useTranslations('credit.bank')
  const transfer = useTranslations('credit.pay_in')
  const field = useTranslations('fields')
  const { states } = useMessages().credit.bank
  const user = useUser()
  const mayBook = can(user, 'bankLineBook')
  const mayPay = can(user, 'invoicePay')
  const booking = useBook()
  const taking = useTake()
  const reopen = useCall('bankLineAside', { refresh: ['bankLinesList'] })
  const [open, setOpen] = useState<Open>()
  const counted = (state: 'open' | 'waiting', n: number) => t(`counts.${state}`, { n, count: format.count(n) })
  const close = () => setOpen(undefined)
  const columns: Column<Line>[] = [
    { key: 'name', field: ['name', 'iban'], header: t('payer'), cell: (row) => <Payer row={row} /> },
    { key: 'booked_on', header: field('day'), fact: true },
    { key: 'reference', header: transfer('reference') },
    { key: 'amount', fact: true },
    { key: 'state', words: states, looks, fact: true },
    { key: 'for', field: ['customer_name', 'document_no'], header: t('for'), cell: (row) => <Purpose row={row} /> },
    { key: 'taken_at', header: field('entered_at'), extra: true },
    { key: 'taken_by', header: field('entered_by'), extra: true },
    { key: 'file_name', header: field('filename'), extra: true },
  ]
  const action: Column<Line> = {
    key: 'action',
    field: null,
    cell: (row) => (
      <LineActions
        {...{ row, mayPay, booking }}
        choose={() => setOpen({ line: row, dialog: 'choose' })}
        aside={() => setOpen({ line: row, dialog: 'aside' })}
        reopen={() => reopen.mutate({ line_id: row.line_id })}
      />
    ),
  }
  return (
    <>
      <ListPage
        call="bankLinesList"
        columns={mayBook ? [...columns, action] : columns}
        rowKey={(row) => row.line_id}
        filters={[{ name: 'state', label: field('state'), options: bankLineStates.map((value) => ({ value, label: states[value], is: value })) }]}
        searchLabel={t('search')}
        note={(answer) => (answer ? [counted('open', answer.counts.open), counted('waiting', answer.counts.waiting)] : [])}
        actions={(answer) =>
          mayBook && (
            <>
              <PickFiles {...taking} />
              <BookCertain rows={answer?.content ?? []} {...{ mayPay, booking }} />
            </>
          )
        }
        figures={() =>
          mayBook && (
            <>
              <FileOutcomes {...taking} />
              <BookResult result={booking.result} />
              <Refusal error={reopen.error} changes />
            </>
          )
        }
        nothing={{ title: t('nothing'), hint: t('nothing_hint'), action: mayBook && <PickFiles {...taking} /> }}
      />
      {mayBook && <DropFiles take={taking.take} text={t('drop')} />}
      {open?.dialog === 'aside' && <AsideDialog line={open.line} onClose={close} />}
      {open?.dialog === 'choose' && (
        <ChooseDialog
          line={open.line}
          mayPay={mayPay}
          onClose={close}
          done={(state) => {
            close()
            booking.tell(state)
          }}
        />
      )}
    </>
  )
}

function Payer({ row: { name, iban, is_twin } }: { row: Line }) {
  const t = useTranslations('credit.bank')
  return (
    <>
      {name || '–'}
      {iban && <div className="muted small mono nowrap">{ibanInGroups(iban)}</div>}
      {is_twin && (
        <div>
          <span className="badge warning">{t('twin')}</span> <span className="muted small">{t('twin_why')}</span>
        </div>
      )}
    </>
  )
}
