// The palette's items that run an action instead of opening a page.
import { useTranslations } from 'use-intl'
import { languages } from '../../../contract/kit/languages.ts'
import { signOut, useCall, useUser } from '../../kit/base/api.ts'
import { can } from '../../kit/base/can.ts'
import { chooseLanguage, languageNames, useLanguage } from '../../kit/base/language.tsx'
import { useOrganisation } from '../../kit/base/organisation.ts'
import { chooseMode, modeChoices, useModeChoice } from '../../themes/look.ts'
import { closeDialog, openDialog } from '../dialogs.ts'
import { goOnWith } from '../session/TrainingStrip.tsx'
import type { Item } from './palette.ts'

export function useActions(): Item[] {
  const t = useTranslations('shell.palette.actions')
  const word = useTranslations('house.words')
  const words = useTranslations('shell.palette.words')
  const user = useUser()
  const practise = useCall('trainingStart', { done: goOnWith })
  const shell = useTranslations('house.shell')
  const text = useTranslations('auth.loading')
  const modes = useTranslations('pages.mode')
  const mode = useModeChoice()
  const language = useLanguage()
  const offered = useOrganisation().languages
  const others = languages.filter((one) => one !== language && (offered.length === 0 || offered.includes(one)))
  return [
    ...modeChoices.flatMap((one) =>
      one === mode ? [] : { id: one, label: t('mode', { mode: modes(one) }), words: words('mode'), act: () => chooseMode(one) },
    ),
    ...others.map((one) => ({ id: one, label: t('language', { language: languageNames[one] }), words: words('language'), act: () => chooseLanguage(one) })),
    ...(can(user, 'trainingStart') && user.is_training === 0
      ? [{ id: 'practice', label: shell('training_start'), words: words('practice'), act: () => practise.mutate({}) }]
      : []),
    { id: 'test_print', label: word('test_print'), words: words('test_print'), to: '/settings?tab=printing' },
    { id: 'keys', label: shell('keyboard'), words: words('keys'), act: showKeys },
    { id: 'logout', label: text('logout'), words: words('logout'), act: signOut },
  ]
}

/** Shows the keyboard shortcuts after the palette has closed, because only one dialog can be open. */
function showKeys() {
  closeDialog()
  setTimeout(() => openDialog('help'))
}
