// Whether the rows of a ledger, added up one by one, make what it says.
import { useTranslations } from 'use-intl'

export function AddsUp({ adds_up }: { adds_up: boolean | null }) {
  const t = useTranslations('ledgers')
  if (adds_up === null) return <p className="muted">{t('many')}</p>
  return (
    <p role="status" className={adds_up ? 'muted' : 'notice danger'}>
      {t(adds_up ? 'agrees' : 'wrong')}
    </p>
  )
}
