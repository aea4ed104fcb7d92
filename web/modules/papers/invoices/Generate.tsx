// Customers to be billed for a period, and the run that bills them. The server does the work and this page only shows its progress; the address names the run.

import { Button } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useTranslations } from 'use-intl'
import { INVOICE_RUN_MAX } from '../../../../contract/papers/invoice-runs.ts'
import { billings, invoiceProblems } from '../../../../contract/papers/invoices.ts'
import { query, useCall } from '../../../kit/base/api.ts'
import * as format from '../../../kit/base/format.ts'
import type { Row } from '../../../kit/base/list-state.ts'
import { useUrlState } from '../../../kit/base/url.ts'
import type { Column } from '../../../kit/list/ListTable.tsx'
import { wordsOf } from '../../../kit/list/list-columns.ts'
import { ReportList } from '../../../kit/list/ReportList.tsx'
import { ReportPage } from '../../../kit/list/ReportPage.tsx'
import { InnerLink } from '../../../kit/page/InnerLink.tsx'
import { Refusal } from '../../../kit/page/Refusal.tsx'
import { unbroken } from '../../../kit/page/unbroken.tsx'
import { Problem } from './Problem.tsx'
import { viewOf } from './views.ts'

type ListCall = 'customersForInvoice' | 'customersForReclamationInvoice'
type Props = { call: ListCall; start: 'invoicesGenerate' | 'reclamationInvoicesGenerate' }
const LOOK_MS = 2_000

export function Generate({ call, start }: Props) {
  const t = useTranslations('invoices')
  const word = useTranslations('words')
  const field = useTranslations('fields')
  const [state] = useUrlState()
  const columns: Column<Row<ListCall>>[] = [
    { key: 'customer_name' },
    { key: 'billing', words: wordsOf(billings, (billing) => t(`billings.${billing}`)) },
    { key: 'lines', header: t('lines') },
    { key: 'amount' },
    { key: 'document_nos', header: t('billed_already'), cell: (row) => unbroken(row.document_nos.join(', ') || '–') },
    { key: 'problem', header: t('problem'), words: wordsOf(invoiceProblems, (problem) => t(`problems.${problem}`)), cell: (row) => <Problem {...row} /> },
  ]
  return (
    <ReportPage usual="last_month">
      {(report) => (
        <>
          {state['run'] && <Run run_id={state['run']} />}
          <ReportList
            report={report}
            call={call}
            columns={columns}
            rowKey={(row) => row.customer_id}
            link={(row) => `/invoice/${row.customer_id}`}
            input={(days) => days}
            searchLabel={word('search_customers')}
            nothing={{ title: t('all_billed'), hint: word('choose_another') }}
            labels={{ lines: t('lines'), amount: field('amount') }}
            bulk={({ ids, clear }) => <Start start={start} customer_ids={ids} period={{ date_from: report.from, date_to: report.to }} clear={clear} />}
          />
        </>
      )}
    </ReportPage>
  )
}

type StartProps = { start: Props['start']; customer_ids: readonly string[]; period: { date_from: string; date_to: string }; clear: () => void }

function Start({ start, customer_ids, period, clear }: StartProps) {
  const t = useTranslations('invoices')
  const screen = useTranslations('house.screens')
  const [, change] = useUrlState()
  const begin = useCall(start, {
    done: ({ run_id }) => {
      clear()
      change({ run: run_id })
    },
  })
  const isTooMany = customer_ids.length > INVOICE_RUN_MAX
  return (
    <>
      <Refusal error={begin.error} />
      {isTooMany && <span className="muted">{t('too_many', { count: format.count(INVOICE_RUN_MAX) })}</span>}
      <Button disabled={begin.isPending || isTooMany} onClick={() => begin.mutate({ customer_ids: [...customer_ids], ...period })}>
        {start === 'invoicesGenerate' ? screen('invoices_generate') : screen('invoice_corrections_generate')}
      </Button>
    </>
  )
}

/** Shows the progress of a run until it is finished, also after the user has left the page and returned. */
function Run({ run_id }: { run_id: string }) {
  const t = useTranslations('invoices')
  const cache = useQueryClient()
  const isOver = (run: { total: number; results: readonly unknown[] } | undefined) => run !== undefined && run.results.length >= run.total
  const run = useQuery({ ...query('invoiceRun', { run_id }), refetchInterval: ({ state }) => (isOver(state.data) ? false : LOOK_MS) })
  const done = isOver(run.data)
  useEffect(() => {
    if (done)
      for (const name of ['customersForInvoice', 'customersForReclamationInvoice', 'invoicesList'] as const) cache.invalidateQueries({ queryKey: [name] })
  }, [done, cache])
  if (run.isError) return <Refusal error={run.error} />
  if (!run.data) return null
  const { total, results } = run.data
  const documents = results.reduce((sum, one) => sum + one.documents.length, 0)
  return (
    <section className="card stack" aria-label={t('run')}>
      <p role="status" className={`notice ${done ? 'success' : 'warning'}`}>
        {done
          ? t('run_done', { count: documents, shown: format.count(documents) })
          : t('run_going', { done: format.count(results.length), total: format.count(total) })}
      </p>
      <ul>
        {results.map(({ customer_id, customer_name, documents: made, problem, left, is_unmailed }) => (
          <li key={customer_id}>
            {customer_name}: <Problem customer_id={customer_id} problem={problem} />{' '}
            {made.map((one) => (
              <span key={one.invoice_id}>
                <InnerLink to={viewOf(one)}>{one.document_no}</InnerLink> ({format.money(one.total)}){' '}
              </span>
            ))}
            {is_unmailed && t('reminders.no_address')}
            {left.map((one) => (
              <p key={one.category}>
                {t('left', { what: t(`categories.${one.category}`), amount: format.money(one.amount) })}{' '}
                <Problem customer_id={customer_id} problem={one.problem} />
              </p>
            ))}
          </li>
        ))}
      </ul>
    </section>
  )
}
