// Requests that wait for a second person: who asked for what, who may decide, and the buttons to decide.
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useMessages, useTranslations } from 'use-intl'
import { requestTypes } from '../../../../contract/customers/credit-rules.ts'
import { useUser } from '../../../kit/base/api.ts'
import { can } from '../../../kit/base/can.ts'
import * as format from '../../../kit/base/format.ts'
import { ListPage } from '../../../kit/list/ListPage.tsx'
import type { Column } from '../../../kit/list/ListTable.tsx'
import { wordsOf } from '../../../kit/list/list-columns.ts'
import { DecideRequest, type Request } from './DecideRequest.tsx'
import { Deciders, Decision } from './RequestDecision.tsx'
import { RuleDialog } from './RuleDialog.tsx'

const looks = { waiting: 'badge warning', approved: 'badge success', refused: 'badge danger' } as const
/** The most prices below cost that a request lists, the greatest losses first. */
const BELOW_SHOWN = 5
const states = ['waiting', 'approved', 'refused'] as const

export default function CreditRequests() {
  const t = useTranslations('credit.requests')
  const word = useTranslations('words')
  const field = useTranslations('fields')
  const types = useTypes()
  const texts = useMessages()
  const stateWords = { ...texts.words.request_states, ...texts.credit.requests.states }
  const mayRule = can(useUser(), 'creditRulesUpdate')
  const [deciding, setDeciding] = useState<{ request: Request; action: 'approve' | 'refuse' }>()
  const [rule, setRule] = useState<{ above: number | null }>()
  const columns: Column<Request>[] = [
    { key: 'asked_at', header: t('asked_at') },
    { key: 'customer_name' },
    { key: 'type', words: wordsOf(requestTypes, (type) => types[type]), header: field('kind'), cell: (row) => <What row={row} /> },
    { key: 'amount' },
    { key: 'asked_by' },
    { key: 'remarks', header: field('note') },
    { key: 'state', words: wordsOf(['waiting', 'approved', 'refused'], (state) => stateWords[state]), looks },
    {
      key: 'decided',
      field: ['decided_by', 'reason', 'deciders'],
      header: field('decided_by'),
      cell: (row) => <Deciders row={row} />,
    },
    { key: 'action', field: null, cell: (row) => <Decision row={row} decide={(action) => setDeciding({ request: row, action })} /> },
  ]
  return (
    <>
      <ListPage
        call="creditRequestsList"
        columns={columns}
        rowKey={(row) => row.request_id}
        filters={[{ name: 'state', label: field('state'), options: states.map((value) => ({ value, label: stateWords[value], is: value })) }]}
        nothing={{ title: t('nothing'), hint: t('nothing_hint') }}
        above={({ credit_approval_above: above }) => (
          <div className="notice row">
            <span>{above === null ? t('no_rule') : t('rule', { amount: format.money(above) })}</span>
            {mayRule && (
              <Button variant="default" size="xs" onClick={() => setRule({ above })}>
                {word('change')}
              </Button>
            )}
          </div>
        )}
      />
      {deciding && <DecideRequest {...deciding} onClose={() => setDeciding(undefined)} />}
      {rule && <RuleDialog above={rule.above} onClose={() => setRule(undefined)} />}
    </>
  )
}

/** The words for each kind of request. */
function useTypes() {
  const { words, credit } = useMessages()
  return { ...words.bookings, ...credit.requests.types }
}

function What({ row: { type, rule, before, amount, below } }: { row: Request }) {
  const t = useTranslations('credit')
  const types = useTypes()
  const money = (value: number | null) => (value === null ? t('requests.no_amount') : format.money(value))
  const change = rule
    ? t('auto.sentence', { trigger: money(rule.balance_trigger), amount: money(rule.balance_topup), limit: money(rule.daily_limit) })
    : type === 'approval_rule' && t('requests.from_to', { before: money(before), after: money(amount) })
  return (
    <>
      {types[type]}
      {change && <div className="muted">{change}</div>}
      {below.slice(0, BELOW_SHOWN).map((one) => (
        <div key={`${one.product_name} ${one.value}`} className="muted">
          {t('requests.below', {
            product: `${one.product_name} ${format.money(one.value)}`,
            price: format.moneyExact(one.price),
            cost: format.moneyExact(one.cost),
          })}
        </div>
      ))}
      {below.length > BELOW_SHOWN && <div className="muted">+ {format.count(below.length - BELOW_SHOWN)}</div>}
    </>
  )
}
