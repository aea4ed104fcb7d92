// One connection: its state, a test, its details, and the switch that turns it on or off.

import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { useTranslations } from 'use-intl'
import { adapters } from '../../../../contract/kit/adapters.ts'
import { query, useCall, useUser } from '../../../kit/base/api.ts'
import { can } from '../../../kit/base/can.ts'
import * as format from '../../../kit/base/format.ts'
import { withArea } from '../../../kit/base/language.tsx'
import type { Row } from '../../../kit/base/list-state.ts'
import { CallForm } from '../../../kit/form/CallForm.tsx'
import { StopCard } from '../../../kit/form/StopCard.tsx'
import { heldTax } from '../../../kit/form/TaxFields.tsx'
import { useEditForm } from '../../../kit/form/use-call-form.ts'
import { DetailPage } from '../../../kit/page/DetailPage.tsx'
import { InnerLink } from '../../../kit/page/InnerLink.tsx'
import { OnePage } from '../../../kit/page/OnePage.tsx'
import { Refusal } from '../../../kit/page/Refusal.tsx'
import { useParams } from '../../../kit/router/Pages.tsx'
import { ConnectionFields, refresh, useLabels } from './ConnectionFields.tsx'
import { useTestWords } from './use-test-words.ts'

const CatalogueCard = lazy(() => withArea('prices', import('../live-products/CatalogueCard.tsx')))

export default function ConnectionEdit() {
  const t = useTranslations('connections')
  const { connectionId = '' } = useParams()
  const asked = useQuery(query('connectionsList', { filters: { connection_id: connectionId } }))
  const missing = { title: t('missing'), hint: t('missing_hint'), to: '/connections', label: t('to_list') }
  return (
    <OnePage asked={asked} row={({ content }) => content[0]} missing={missing}>
      {(connection) => <Edit key={connectionId} connection={connection} />}
    </OnePage>
  )
}

function Edit({ connection }: { connection: Row<'connectionsList'> }) {
  const t = useTranslations('connections')
  const word = useTranslations('words')
  const houseWord = useTranslations('house.words')
  const field = useTranslations('fields')
  const words = useTestWords()
  const user = useUser()
  const { connection_id, company, status, account_end, adapter } = connection
  const row = { ...heldTax(connection), balance_alarm: connection.balance_alarm ?? 0, account: '', secret: '', token: '' }
  const form = useEditForm('connectionUpdate', row, { labels: useLabels(), refresh })
  const test = useCall('connectionTest', { refresh: [...refresh] })
  const facts = [
    { label: field('adapter'), value: adapters[adapter].name },
    { label: t('status'), value: <span className={status ? 'badge success' : 'badge'}>{status ? word('on') : t('off')}</span> },
    { label: word('our_balance'), value: connection.balance === null ? '–' : format.money(connection.balance) },
    { label: field('test_outcome'), value: words(connection.test_outcome) },
    { label: t('tested_at'), value: connection.tested_at ? format.dateTime(connection.tested_at) : '–' },
    { label: t('open_orders'), value: format.count(connection.open_orders) },
  ]
  const actions = (
    <>
      <Button variant="default" disabled={test.isPending} onClick={() => test.mutate({ connection_id })}>
        {t('test')}
      </Button>
      <InnerLink to={`/report/dynamic-products-log/requests?connection_id=${connection_id}`}>{t('log.weather')}</InnerLink>
    </>
  )
  return (
    <DetailPage title={company} facts={facts} actions={actions}>
      <Refusal error={test.error} changes />
      <section className="card">
        <CallForm form={form} submit={houseWord('save')}>
          <ConnectionFields fields={form.fields} end={account_end} />
        </CallForm>
      </section>
      <StopCard
        {...{ title: t('stop.title'), call: 'connectionUpdate', refresh: ['connectionsList'], isActive: status }}
        text={t(status ? 'stop.effect' : 'stop.stopped')}
        stop={{ input: { connection_id, status: false }, label: word('switch_off'), ask: t('stop.ask', { company }) }}
        start={{ input: { connection_id, status: true }, label: t('stop.start') }}
      >
        <p>{t('stop.effect')}</p>
      </StopCard>
      {status && adapters[adapter].catalogue && can(user, 'liveProductsList') && (
        <Suspense fallback={<i data-waiting hidden />}>
          <CatalogueCard connection_id={connection_id} />
        </Suspense>
      )}
    </DetailPage>
  )
}
