// API access for the organisation's own systems: their rights, their keys, and a guide to the first call.
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { type Output, query } from '../../../kit/base/api.ts'
import * as format from '../../../kit/base/format.ts'
import { type Fact, Facts } from '../../../kit/page/DetailPage.tsx'
import { Failed } from '../../../kit/page/Empty.tsx'
import { PageTitle } from '../../../kit/page/PageTitle.tsx'
import { Guide } from './Guide.tsx'
import { OwnKey } from './OwnKey.tsx'

export default function ApiAccess() {
  const t = useTranslations('api_keys')
  const asked = useQuery(query('apiAccess', {}))
  if (asked.isPending) return <PageTitle />
  if (!asked.data) return <Failed error={asked.error} retry={() => asked.refetch()} />
  const { data } = asked
  const keyOf = (is_sandbox: boolean) => data.keys.find((one) => one.is_sandbox === is_sandbox)
  return (
    <div className="stack">
      <PageTitle />
      <p className="muted">{t('intro')}</p>
      <div className="card stack">
        <h2>{t('keys.title')}</h2>
        <OwnKey kind="sandbox" known={keyOf(true)} />
        {(data.is_enabled || keyOf(false)) && <OwnKey kind="real" known={keyOf(false)} />}
        {!data.is_enabled && <p className={data.is_held ? 'notice warning' : 'muted'}>{t(data.is_held ? 'may.held' : 'may.off')}</p>}
      </div>
      <Bounds access={data} />
      <Guide />
    </div>
  )
}

function Bounds({ access }: { access: Output<'apiAccess'> }) {
  const t = useTranslations('api_keys.may')
  const field = useTranslations('fields')
  const rights = useTranslations('words.rights')
  if (!access.is_enabled) return null
  const { scopes, calls_per_minute, amount_per_day, addresses } = access
  const facts: Fact[] = [
    { label: field('scopes'), value: scopes.map((flag) => rights(flag)).join(', ') || '–' },
    { label: field('calls_per_minute'), value: format.count(calls_per_minute) },
    { label: field('amount_per_day'), value: amount_per_day === null ? t('unbounded') : format.money(amount_per_day) },
    { label: field('addresses'), value: addresses.join(', ') || t('anywhere') },
  ]
  return (
    <div className="card stack">
      <h2>{t('title')}</h2>
      <Facts facts={facts} />
    </div>
  )
}
