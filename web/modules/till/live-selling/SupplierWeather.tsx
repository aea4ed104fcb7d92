// How well a supplier answers at the moment, shown before a sale; nothing is shown when all is well.
import { useTranslations } from 'use-intl'
import type { Weather } from '../../../../contract/kit/live.ts'

export function SupplierWeather({ weather }: { weather: Weather }) {
  const t = useTranslations('top_ups.weather')
  if (weather === 'fine') return null
  return <span className={`badge ${weather === 'away' ? 'danger' : 'warning'}`}>{t(weather)}</span>
}
