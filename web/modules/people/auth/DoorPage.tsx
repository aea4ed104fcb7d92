// The frame of all pages before the login: the organisation's name at the top, the choice of language at the bottom.
import { type ReactNode, useEffect } from 'react'
import { useTranslations } from 'use-intl'
import { languages } from '../../../../contract/kit/languages.ts'
import { chooseLanguage, languageNames, useLanguage } from '../../../kit/base/language.tsx'
import { useOrganisation } from '../../../kit/base/organisation.ts'
import styles from './auth.module.css'

export function DoorPage({ title, children }: { title: string; children: ReactNode }) {
  const name = useOrganisation().organisation_name
  useEffect(() => {
    document.title = name ? `${name} | ${title}` : title
  }, [name, title])
  return (
    <div className={styles.page}>
      <main className={`card stack ${styles.card}`}>
        {name && (
          <div className={`row one-line strong ${styles.brand}`}>
            <span className={`logo centre rigid ${styles.logo}`} aria-hidden>
              {[...name][0]}
            </span>
            {name}
          </div>
        )}
        <h1>{title}</h1>
        {children}
      </main>
      <LanguageRow />
    </div>
  )
}

function LanguageRow() {
  const t = useTranslations('auth.login')
  const offered = useOrganisation().languages
  const current = useLanguage()
  return (
    <nav className="row gap-4" style={{ justifyContent: 'center' }} aria-label={t('language')}>
      {languages
        .filter((language) => offered.length === 0 || offered.includes(language))
        .map((language) => (
          <button
            key={language}
            type="button"
            lang={language}
            className={`bare ${styles.language}`}
            aria-pressed={language === current}
            onClick={() => chooseLanguage(language)}
          >
            {languageNames[language]}
          </button>
        ))}
    </nav>
  )
}
