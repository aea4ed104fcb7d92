// Every request to a supplier of live products and its result, masked. Below the list: how well each supplier answered during the last day. Opening a row shows
// its details.
import { useMessages, useTranslations } from 'use-intl'
import { exchangeOutcomes } from '../../../../contract/sales/live-orders.ts'
import type { Output } from '../../../kit/base/api.ts'
import * as format from '../../../kit/base/format.ts'
import type { Filter, Row } from '../../../kit/base/list-state.ts'
import { stringifySearch, useUrlState } from '../../../kit/base/url.ts'
import { ListPage } from '../../../kit/list/ListPage.tsx'
import type { Column } from '../../../kit/list/ListTable.tsx'
import { wordsOf } from '../../../kit/list/list-columns.ts'
import { ReportPage } from '../../../kit/list/ReportPage.tsx'
import { Facts } from '../../../kit/page/DetailPage.tsx'
import { Dialog } from '../../../kit/page/Dialog.tsx'
import { logWords } from './log-words.ts'
import { Strips } from './Strips.tsx'

type Exchange = Row<'exchangesList'>
type Words = Readonly<Record<string, string>>
const looks = { answer: 'badge success', not_sent: 'badge warning', no_answer: 'badge danger' }
const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

export default function ExchangeLog() {
  return <ReportPage>{({ from, to }) => <Exchanges from_date={from} to_date={to} />}</ReportPage>
}

function Exchanges(days: { from_date: string; to_date: string }) {
  const t = useTranslations('connections')
  const field = useTranslations('fields')
  const { calls, reasons } = logWords(useMessages())
  const [state, change] = useUrlState()
  const connection_id = ID.test(state['connection_id'] ?? '') ? state['connection_id'] : undefined
  const columns: Column<Exchange>[] = [
    { key: 'at' },
    { key: 'company', header: field('supplier') },
    { key: 'call', header: t('log.call'), words: calls },
    { key: 'outcome', header: t('log.outcome'), words: wordsOf(exchangeOutcomes, (outcome) => t(`log.outcomes.${outcome}`)), looks },
    { key: 'result', header: t('log.result'), words: reasons },
    { key: 'duration_ms', header: t('log.duration') },
    { key: 'key', header: t('log.key'), extra: true },
    { key: 'method', header: t('log.method'), extra: true },
    { key: 'path', header: t('log.path'), extra: true },
    { key: 'attempt', header: t('log.attempt'), extra: true },
  ]
  const filters: Filter[] = [
    { name: 'outcome', label: t('log.outcome'), options: exchangeOutcomes.map((value) => ({ value, label: t(`log.outcomes.${value}`), is: value })) },
  ]
  return (
    <ListPage
      bare
      tools
      call="exchangesList"
      columns={columns}
      rowKey={(row) => row.exchange_id}
      link={(row) => `/report/dynamic-products-log/requests${stringifySearch({ ...state, entry: row.exchange_id })}`}
      filters={filters}
      input={{ filters: { ...days, ...(connection_id && { connection_id }) } }}
      searchLabel={t('log.search')}
      above={({ content }) => <Opened entry={content.find((row) => row.exchange_id === state['entry'])} close={() => change({ entry: undefined })} />}
      below={({ strips }) => <Strips strips={strips} />}
      nothing={{ title: t('log.nothing'), hint: t('log.nothing_hint') }}
    />
  )
}

function Opened({ entry, close }: { entry: Output<'exchangesList'>['content'][number] | undefined; close: () => void }) {
  const t = useTranslations('connections.log')
  const field = useTranslations('fields')
  const { calls, reasons }: { calls: Words; reasons: Words } = logWords(useMessages())
  if (!entry) return null
  const facts = [
    { label: field('at'), value: format.dateTime(entry.at) },
    { label: t('outcome'), value: t(`outcomes.${entry.outcome}`) },
    { label: t('result'), value: [reasons[entry.result], entry.result].filter(Boolean).join(' · ') || '–' },
    { label: t('duration'), value: format.count(entry.duration_ms) },
    { label: t('path'), value: `${entry.method} ${entry.path}` },
    { label: t('key'), value: entry.key ?? '–' },
  ]
  return (
    <Dialog title={`${entry.company}: ${calls[entry.call] ?? entry.call}`} onClose={close} wide>
      <Facts facts={facts} />
      <h3>{t('asked')}</h3>
      <pre>{entry.asked}</pre>
      <h3>{t('answer')}</h3>
      <pre>{entry.answer || '–'}</pre>
    </Dialog>
  )
}
