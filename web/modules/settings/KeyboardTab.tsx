// Letter keys: on for fast typists, off for people whose tools type letters, such as speech input (WCAG 2.1.4).
import { Switch } from '@mantine/core'
import { useTranslations } from 'use-intl'
import { usePreferences } from '../../kit/base/preferences.ts'

export default function KeyboardTab() {
  const t = useTranslations('settings.keyboard')
  const [{ letter_keys }, change] = usePreferences()
  return (
    <div className="card">
      <Switch
        label={t('letter_keys')}
        description={t('letter_hint')}
        checked={letter_keys}
        onChange={(event) => change({ letter_keys: event.currentTarget.checked })}
      />
    </div>
  )
}
