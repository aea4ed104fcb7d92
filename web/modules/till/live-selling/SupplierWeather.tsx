// How well a supplier answers at present, shown before a sale; nothing is shown if all is well.
import { useTranslations } from 'use-intl'
import type { Weather } from '../../../../contract/kit/live.ts'

export function SupplierWeather({ weather }: { weather: Weather }) {
  const t = useTranslations('top_ups.weather')
  if (weather === 'fine') return null
  return <span className={`badge ${weather === 'away' ? 'danger' : 'warning'}`}>{t(weather)}</span>
}
