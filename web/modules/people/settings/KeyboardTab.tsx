// The switch for letter keys: on for fast typists, off for users whose tools type letters, such as speech input (WCAG 2.1.4). Also the switch for the till's
// sounds.
import { Switch } from '@mantine/core'
import { useTranslations } from 'use-intl'
import { accountRole } from '../../../../contract/kit/access.ts'
import { useUser } from '../../../kit/base/api.ts'
import { usePreferences } from '../../../kit/base/preferences.ts'

export default function KeyboardTab() {
  const t = useTranslations('settings.keyboard')
  const [{ letter_keys, sounds }, change] = usePreferences()
  const isShop = useUser().account_role === accountRole.seller
  return (
    <div className="card stack">
      <Switch
        label={t('letter_keys')}
        description={t('letter_hint')}
        checked={letter_keys}
        onChange={(event) => change({ letter_keys: event.currentTarget.checked })}
      />
      {isShop && (
        <Switch label={t('sounds')} description={t('sounds_hint')} checked={sounds} onChange={(event) => change({ sounds: event.currentTarget.checked })} />
      )}
    </div>
  )
}
