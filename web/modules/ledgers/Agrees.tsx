// Whether the rows of a ledger, added up one by one, make what it says.
import { useTranslations } from 'use-intl'

export function Agrees({ agrees }: { agrees: boolean | null }) {
  const t = useTranslations('ledgers')
  if (agrees === null) return <p className="muted">{t('many')}</p>
  return (
    <p role="status" className={agrees ? 'muted' : 'notice danger'}>
      {t(agrees ? 'agrees' : 'wrong')}
    </p>
  )
}
