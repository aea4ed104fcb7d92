// Credit for many customers: their rows are typed, pasted or read from a file, checked and booked, each with its result. Failed rows can be sent again alone.
import { Button } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useTranslations } from 'use-intl'
import { CallError } from '../../../../contract/kit/client.ts'
import * as format from '../../../kit/base/format.ts'
import { useUrlState } from '../../../kit/base/url.ts'
import { Confirm } from '../../../kit/page/Confirm.tsx'
import { Empty } from '../../../kit/page/Empty.tsx'
import { PageTitle } from '../../../kit/page/PageTitle.tsx'
import { Refusal } from '../../../kit/page/Refusal.tsx'
import { MultiSource } from './MultiSource.tsx'
import { MULTI_PAGE, MultiTable } from './MultiTable.tsx'
import { amountOf, faultOf, isRefused } from './multi-rows.ts'
import { type MultiState, useMulti } from './use-multi.ts'
import { type OwnCustomers, useOwnCustomers } from './use-own-customers.ts'
import { useResultFile } from './use-result-file.ts'

export default function CreditMulti() {
  const t = useTranslations('credit.multi')
  return <ManyCredits source={(multi) => <MultiSource multi={multi} />} nothing={<Empty title={t('nothing')} hint={t('nothing_hint')} />} />
}

/** `source`: draws the choice of where rows come from, shown until they are sent. `nothing`: shown while there are no rows. */
export function ManyCredits({ source, nothing }: { source: (multi: MultiState) => ReactNode; nothing?: ReactNode }) {
  const t = useTranslations('credit.multi')
  const word = useTranslations('words')
  const round = useTranslations('credit.round')
  const multi = useMulti()
  const isOther = multi.round_id !== '' && multi.failure instanceof CallError && multi.failure.code === 'in_progress'
  const [isAsking, setAsking] = useState(false)
  const [, changeUrl] = useUrlState()
  const { rows } = multi
  const known = useOwnCustomers(rows.map(({ username }) => username))
  const sum = rows.reduce((total, row) => total + (amountOf(row) ?? 0), 0)
  const purses = rows.flatMap(({ proposal }) => proposal?.available ?? [])
  /** The sum of what all proposed shops can spend after the bookings. */
  const after = purses.length === 0 ? undefined : purses.reduce((total, one) => total + one, sum)
  const bad = rows.filter((row) => faultOf(row) !== undefined).length
  const firstBad = rows.findIndex((row) => faultOf(row) !== undefined)
  const figures = { n: rows.length, count: format.count(rows.length), amount: format.money(sum) }
  return (
    <div className="stack">
      <PageTitle>
        {rows.length > 0 && (
          <Button variant="default" disabled={multi.isSending} onClick={multi.startOver}>
            {multi.was_sent ? t('another') : word('start_over')}
          </Button>
        )}
      </PageTitle>
      {multi.was_sent ? <Outcome multi={multi} known={known} /> : source(multi)}
      {isOther ? <p className="notice warning">{round('under_way')}</p> : <Refusal error={multi.failure} changes />}
      {rows.length === 0 ? nothing : <MultiTable multi={multi} known={known} submit={() => setAsking(bad === 0)} />}
      {rows.length > 0 && !multi.was_sent && (
        <div className="row">
          <b>{t('sum', figures)}</b>
          {after !== undefined && <span>{round('after_sum', { amount: format.money(after) })}</span>}
          {bad > 0 && <span className="badge danger">{t('bad', { n: bad, count: format.count(bad) })}</span>}
          {bad > 0 && rows.length > MULTI_PAGE && (
            <Button size="xs" variant="default" onClick={() => changeUrl({ per: undefined, page: String(Math.floor(firstBad / MULTI_PAGE) + 1) })}>
              {t('first_bad')}
            </Button>
          )}
          <Button className="push" disabled={bad > 0} onClick={() => setAsking(true)}>
            {word('top_up_amount', figures)}
          </Button>
        </div>
      )}
      {isAsking && (
        <Confirm
          title={t('confirm_title', figures)}
          confirm={word('top_up_amount', figures)}
          onConfirm={() => {
            setAsking(false)
            multi.send()
          }}
          onClose={() => setAsking(false)}
        >
          <p>{t('confirm_text')}</p>
        </Confirm>
      )}
    </div>
  )
}

/** Shows the number of rows for each outcome, and what can be done about rows that were not booked. */
function Outcome({ multi, known }: { multi: MultiState; known: OwnCustomers }) {
  const t = useTranslations('credit.multi')
  const save = useResultFile(multi.rows, known.customers)
  const number = (outcome: string) => multi.rows.filter((row) => row.outcome === outcome).length
  const [booked, refused, approval, open] = [number('booked'), number('refused'), number('approval'), number('open')]
  const figures = (n: number) => ({ n, count: format.count(n) })
  return (
    <div role="status" className={refused + open === 0 ? 'notice success stack' : 'notice warning stack'}>
      <b>
        {multi.isSending ? t('sending', { done: format.count(multi.rows.length - open), count: format.count(multi.rows.length) }) : t('done', figures(booked))}
      </b>
      {approval > 0 && <span>{t('approval', figures(approval))}</span>}
      {!multi.isSending && open > 0 && <span>{t('open', figures(open))}</span>}
      {!multi.isSending && (
        <div className="row">
          {open > 0 && <Button onClick={multi.send}>{t('go_on', figures(open))}</Button>}
          {refused > 0 && (
            <Button variant={open > 0 ? 'default' : 'filled'} onClick={multi.retry}>
              {t('retry', figures(refused))}
            </Button>
          )}
          {multi.rows.some(isRefused) && (
            <Button variant="default" onClick={multi.correct}>
              {t('correct')}
            </Button>
          )}
          <Button variant="default" onClick={save}>
            {t('result_file')}
          </Button>
        </div>
      )}
    </div>
  )
}
