// The till's options: whether it asks for the amount given, and a button to open the customer's display.
import { useTranslations } from 'use-intl'
import { usePreferences } from '../../../kit/base/preferences.ts'

export function TillOptions() {
  const t = useTranslations('counter.options')
  const [{ collects }, change] = usePreferences()
  return (
    <div className="stack gap-8">
      <button type="button" className="surface key" aria-pressed={collects} onClick={() => change({ collects: !collects })}>
        {t('collects')}
      </button>
      <button type="button" className="surface key" onClick={() => open('/customer-display', 'customer-display', 'popup')}>
        {t('display')}
      </button>
    </div>
  )
}
