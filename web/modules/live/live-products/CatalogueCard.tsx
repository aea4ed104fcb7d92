// The catalogue of goods that one supplier offers, on the page of its connection.
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { query } from '../../../kit/base/api.ts'
import { CatalogueState, ReadAgain } from './CatalogueState.tsx'

const AGAIN_MS = 15_000

export default function CatalogueCard({ connection_id }: { connection_id: string }) {
  const t = useTranslations('prices.online')
  const { data } = useQuery({ ...query('liveProductsList', { filters: { connection_id }, limit: 1 }), refetchInterval: AGAIN_MS })
  const catalogue = data?.catalogues.find((one) => one.connection_id === connection_id)
  if (!catalogue) return data ? null : <i data-waiting hidden />
  return (
    <section className="card stack">
      <h2>{t('by_catalogue')}</h2>
      <CatalogueState of={catalogue} />
      <ReadAgain of={catalogue} />
    </section>
  )
}
