// The content of the user's menu: starred pages, settings, keyboard shortcuts, practice and logout, the language, light or dark.
import GraduationCap from 'lucide-react/icons/graduation-cap'
import Keyboard from 'lucide-react/icons/keyboard'
import LogOut from 'lucide-react/icons/log-out'
import Settings from 'lucide-react/icons/settings'
import { useTranslations } from 'use-intl'
import { type Language, languages } from '../../../contract/kit/languages.ts'
import type { UserInfo } from '../../../contract/people/account.ts'
import { signOut, useCall } from '../../kit/base/api.ts'
import { can } from '../../kit/base/can.ts'
import { chooseLanguage, languageNames, useLanguage } from '../../kit/base/language.tsx'
import { useOrganisation } from '../../kit/base/organisation.ts'
import { InnerLink } from '../../kit/page/InnerLink.tsx'
import { chooseMode, type ModeChoice, modeChoices, useModeChoice } from '../../themes/look.ts'
import { openDialog } from '../dialogs.ts'
import { goOnWith } from '../session/TrainingStrip.tsx'
import styles from './menus.module.css'
import { StarredLinks } from './StarredLinks.tsx'

export default function UserChoices({ user }: { user: UserInfo }) {
  const t = useTranslations('house')
  const text = useTranslations('auth.loading')
  const practise = useCall('trainingStart', { done: goOnWith })
  return (
    <>
      <StarredLinks user={user} />
      <ul className="lines gap-2">
        <li>
          <InnerLink to="/settings" className={styles.item}>
            <Settings size={18} aria-hidden />
            {t('screens.settings')}
          </InnerLink>
        </li>
        <li>
          <button type="button" className={styles.item} onClick={() => openDialog('help')}>
            <Keyboard size={18} aria-hidden />
            {t('shell.keyboard')}
          </button>
        </li>
        {can(user, 'trainingStart') && user.is_training === 0 && (
          <li>
            <button type="button" className={styles.item} disabled={practise.isPending} onClick={() => practise.mutate({})}>
              <GraduationCap size={18} aria-hidden />
              {t('shell.training_start')}
            </button>
          </li>
        )}
        <li>
          <button type="button" className={styles.item} onClick={signOut}>
            <LogOut size={18} aria-hidden />
            {text('logout')}
          </button>
        </li>
      </ul>
      <Looks />
    </>
  )
}

function Looks() {
  const text = useTranslations('auth.login')
  const mode = useTranslations('pages.mode')
  const language = useLanguage()
  const offered = useOrganisation().languages
  const options = languages.filter((one) => offered.length === 0 || offered.includes(one) || one === language)
  const chosen = useModeChoice()
  return (
    <div className={`stack gap-8 ${styles.looks}`}>
      <label className="stack gap-4">
        {text('language')}
        <select className={`surface control ${styles.select}`} value={language} onChange={(event) => chooseLanguage(event.currentTarget.value as Language)}>
          {options.map((one) => (
            <option key={one} value={one} lang={one}>
              {languageNames[one]}
            </option>
          ))}
        </select>
      </label>
      <label className="stack gap-4">
        {mode('label')}
        <select className={`surface control ${styles.select}`} value={chosen} onChange={(event) => chooseMode(event.currentTarget.value as ModeChoice)}>
          {modeChoices.map((one) => (
            <option key={one} value={one}>
              {mode(one)}
            </option>
          ))}
        </select>
      </label>
    </div>
  )
}
