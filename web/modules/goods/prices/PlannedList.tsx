// Planned changes of prices: those to come, those held for a person's decision, and past ones. Before its day a change can be moved to another day or
// cancelled.
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { plannedStates } from '../../../../contract/goods/planned-prices.ts'
import { useNamed } from '../../../kit/base/action-name.ts'
import { useUser } from '../../../kit/base/api.ts'
import { can } from '../../../kit/base/can.ts'
import * as format from '../../../kit/base/format.ts'
import type { Row } from '../../../kit/base/list-state.ts'
import { ListPage } from '../../../kit/list/ListPage.tsx'
import type { Column } from '../../../kit/list/ListTable.tsx'
import { wordsOf } from '../../../kit/list/list-columns.ts'
import { EffectButton } from '../../../kit/page/EffectButton.tsx'
import { PlannedMove } from './PlannedMove.tsx'

type Planned = Row<'plannedPrices'>

const SHOWN = 4
const kinds = ['entries', 'own', 'plan'] as const

export default function PlannedList() {
  const t = useTranslations('prices.planned')
  const word = useTranslations('words')
  const field = useTranslations('fields')
  const named = useNamed()
  const user = useUser()
  const [moved, move] = useState<Planned>()
  const mayChange = ({ about, state }: Planned) => can(user, about === 'entries' ? 'planUpdate' : 'assignedChange') && (state === 'coming' || state === 'held')
  const columns: Column<Planned>[] = [
    { key: 'valid_from' },
    { key: 'about', header: t('about'), words: wordsOf(kinds, (kind) => t(`kinds.${kind}`)) },
    { key: 'name', header: field('recipient') },
    { key: 'lines', field: null, header: field('entries'), cell: (row) => <Lines row={row} /> },
    {
      key: 'state',
      words: wordsOf(plannedStates, (state) => t(`states.${state}`)),
      cell: (row) => (row.why ? t(`whys.${row.why}`) : t(`states.${row.state}`)),
    },
    { key: 'told', field: null, header: t('told'), cell: (row) => [row.tell_till && t('till'), row.tell_mail && t('mail')].filter(Boolean).join(', ') || '–' },
    { key: 'entered_name', header: field('entered_by') },
    {
      key: 'change',
      field: null,
      header: word('change'),
      cell: (row) =>
        mayChange(row) && (
          <div className="row">
            <Button size="compact-md" variant="default" aria-label={named(t('move'), row.name)} onClick={() => move(row)}>
              {t('move')}
            </Button>
            <EffectButton
              call="plannedTakeBack"
              input={{ planned_id: row.planned_id }}
              label={t('back')}
              of={row.name}
              size="compact-md"
              refresh={['plannedPrices']}
            >
              {t('back_hint')}
            </EffectButton>
          </div>
        ),
    },
  ]
  return (
    <>
      <ListPage
        call="plannedPrices"
        columns={columns}
        rowKey={(row) => row.planned_id}
        filters={[{ name: 'state', label: field('state'), options: plannedStates.map((state) => ({ value: state, label: t(`states.${state}`), is: state })) }]}
        nothing={{ title: t('none'), hint: t('none_hint') }}
      />
      {moved && <PlannedMove planned={moved} onClose={() => move(undefined)} />}
    </>
  )
}

function Lines({ row: { about, plan_name, lines, more } }: { row: Planned }) {
  const t = useTranslations('prices.planned')
  if (about === 'plan') return plan_name ? t('to_plan', { name: plan_name }) : t('no_plan')
  const hidden = Math.max(lines.length - SHOWN, 0) + more
  return (
    <>
      {lines.slice(0, SHOWN).map(({ product_name, value, discount }) => (
        <div key={`${product_name} ${value}`}>
          {`${product_name}${value === null ? '' : ` ${format.money(value)}`}`} <b>{discount === null ? t('taken_away') : format.percent(discount)}</b>
        </div>
      ))}
      {hidden > 0 && <div className="muted">{t('more', { count: format.count(hidden) })}</div>}
    </>
  )
}
