// The report of one move (moving in from another system): its progress; for each customer, what the customers' file says and what was booked; and the button
// that undoes the whole move.
import { Button } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { moveOutcomes } from '../../../../contract/customers/moving-in.ts'
import { problemCodes } from '../../../../contract/kit/problem-codes.ts'
import { type Output, query, useCall, useUser } from '../../../kit/base/api.ts'
import { can } from '../../../kit/base/can.ts'
import * as format from '../../../kit/base/format.ts'
import type { Filter, Row } from '../../../kit/base/list-state.ts'
import { ListPage } from '../../../kit/list/ListPage.tsx'
import type { Column } from '../../../kit/list/ListTable.tsx'
import { wordsOf } from '../../../kit/list/list-columns.ts'
import { Confirm } from '../../../kit/page/Confirm.tsx'
import { Facts } from '../../../kit/page/DetailPage.tsx'
import { Refusal } from '../../../kit/page/Refusal.tsx'
import { ProgressLine } from '../../goods/stock/stock.ts'

type Moved = Row<'moveRows'>
type Used = NonNullable<Output<'moveUndo'>['used']>
const refresh = ['movesList', 'moveRows', 'customersList', 'customersListShort'] as const
const LOOK_MS = 1_000

export function MoveReport({ move_id }: { move_id: string }) {
  const t = useTranslations('customers.moving')
  const field = useTranslations('fields')
  const isRunning = (answer: Output<'movesList'> | undefined) => answer?.content[0]?.state === 'running'
  const { data } = useQuery({
    ...query('movesList', { filters: { move_id } }),
    refetchInterval: ({ state }) => (isRunning(state.data) ? LOOK_MS : false),
  })
  const move = data?.content[0]
  const cache = useQueryClient()
  const [state, done] = [move?.state, move?.done]
  useEffect(() => {
    if (state !== undefined || done !== undefined) void cache.invalidateQueries({ queryKey: ['moveRows'] })
  }, [cache, state, done])
  const [used, setUsed] = useState<Used>()
  // The button is already shown while the state of the move is loading, so that nothing shifts later.
  const hasUndo = can(useUser(), 'moveUndo')
  const words = wordsOf(moveOutcomes, (outcome) => t(`outcomes.${outcome}`))
  const columns: Column<Moved>[] = [
    { key: 'name', header: field('customer') },
    { key: 'username' },
    { key: 'outcome', header: field('stage'), words, fact: true },
    { key: 'balance', fact: true },
    { key: 'balance_booked', header: t('balance_booked'), fact: true },
    { key: 'credit_limit' },
    { key: 'credit_limit_booked', header: t('credit_limit_booked') },
    { key: 'prices', header: t('kinds.prices'), extra: true },
    { key: 'prices_set', header: t('prices_set'), extra: true },
    { key: 'row', header: field('line'), extra: true },
    { key: 'code', header: field('reason'), cell: (row) => <Reason code={row.code} /> },
  ]
  const filters: Filter[] = [
    { name: 'outcome', label: field('stage'), options: moveOutcomes.map((value) => ({ value, label: t(`outcomes.${value}`), is: value })) },
  ]
  return (
    <ListPage
      call="moveRows"
      columns={columns}
      rowKey={(row) => String(row.row)}
      link={(row) => (row.customer_id ? `/customer/details/${row.customer_id}` : undefined)}
      filters={filters}
      input={{ move_id }}
      actions={hasUndo && <Undo move_id={move_id} isOff={move?.state !== 'done'} onUsed={setUsed} />}
      above={() => (
        <>
          {move?.state === 'running' && (
            <div className="card">
              <ProgressLine label={t('running')} done={move.done} total={move.customers} />
            </div>
          )}
          {move && move.plans.length > 0 && <p className="muted">{t('plans_made', { plans: move.plans.join(', ') })}</p>}
          {move?.undone_at && <p className="notice">{t('undone_by', { name: move.undone_by, at: format.dateTime(move.undone_at) })}</p>}
          {used && (
            <p role="alert" className="notice warning">
              <b>{t(`used.${used.why}`, { name: used.name })}</b> {t('used_hint')}
            </p>
          )}
        </>
      )}
      below={({ totals }) => <Sums totals={totals} />}
      nothing={{ title: t('none'), hint: t('what_undone') }}
    />
  )
}

function Sums({ totals }: { totals: Output<'moveRows'>['totals'] }) {
  const t = useTranslations('customers.moving')
  const field = useTranslations('fields')
  const facts = [
    { label: field('customers'), value: format.count(totals.customers) },
    { label: field('balance'), value: format.money(totals.balance) },
    { label: t('balance_booked'), value: format.money(totals.balance_booked) },
    { label: field('credit_limit'), value: format.money(totals.credit_limit) },
    { label: t('credit_limit_booked'), value: format.money(totals.credit_limit_booked) },
  ]
  return (
    <div className="card">
      <Facts facts={facts} />
    </div>
  )
}

function Reason({ code }: { code: string }) {
  const t = useTranslations('errors.refusals')
  const problem = useTranslations('errors.problems')
  const refused = problemCodes.find((one) => one === code)
  if (refused) return problem(refused, { limit: '' })
  return code === '' ? '–' : t(code as Parameters<typeof t>[0])
}

/** The button that undoes the move. If a customer has sold or something else was booked for it, the server undoes nothing and names one such customer. */
function Undo({ move_id, isOff, onUsed }: { move_id: string; isOff: boolean; onUsed: (used: Used | undefined) => void }) {
  const t = useTranslations('customers.moving')
  const [isAsking, setAsking] = useState(false)
  const undo = useCall('moveUndo', {
    refresh,
    done: ({ used }) => {
      setAsking(false)
      onUsed(used ?? undefined)
    },
  })
  return (
    <>
      <Button variant="default" disabled={isOff} onClick={() => setAsking(true)}>
        {t('undo')}
      </Button>
      {isAsking && (
        <Confirm
          title={`${t('undo')}?`}
          confirm={t('undo')}
          danger
          busy={undo.isPending}
          onConfirm={() => undo.mutate({ move_id })}
          onClose={() => setAsking(false)}
        >
          <p>{t('undo_text')}</p>
          <Refusal error={undo.error} changes />
        </Confirm>
      )}
    </>
  )
}
