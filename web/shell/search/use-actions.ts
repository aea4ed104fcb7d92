// Actions of the palette that need no page.
import { useTranslations } from 'use-intl'
import { languages } from '../../../contract/kit/languages.ts'
import { signOut } from '../../kit/base/api.ts'
import { chooseLanguage, languageNames, useLanguage } from '../../kit/base/language.tsx'
import { useOrganisation } from '../../kit/base/organisation.ts'
import { chooseMode, modeChoices, useModeChoice } from '../../themes/look.ts'
import { closeDialog, openDialog } from '../dialogs.ts'
import type { Item } from './palette.ts'

export function useActions(): Item[] {
  const t = useTranslations('shell.palette.actions')
  const word = useTranslations('house.words')
  const shell = useTranslations('house.shell')
  const text = useTranslations('auth.loading')
  const modes = useTranslations('pages.mode')
  const mode = useModeChoice()
  const language = useLanguage()
  const offered = useOrganisation().languages
  const others = languages.filter((one) => one !== language && (offered.length === 0 || offered.includes(one)))
  return [
    ...modeChoices.flatMap((one) => (one === mode ? [] : { id: one, label: t('mode', { mode: modes(one) }), act: () => chooseMode(one) })),
    ...others.map((one) => ({ id: one, label: t('language', { language: languageNames[one] }), act: () => chooseLanguage(one) })),
    { id: 'test_print', label: word('test_print'), to: '/settings?tab=printing' },
    { id: 'keys', label: shell('keyboard'), act: showKeys },
    { id: 'logout', label: text('logout'), act: signOut },
  ]
}

/** Shows the keys once the palette has closed, because only one dialog can be open. */
function showKeys() {
  closeDialog()
  setTimeout(() => openDialog('help'))
}
