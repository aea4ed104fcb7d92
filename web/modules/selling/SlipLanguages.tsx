// In which language the slip is: the customer's, by Alt and a digit or a list. At a sale that is still being made it shows only what was chosen.
import { useEffect } from 'react'
import { useTranslations } from 'use-intl'
import { languages } from '../../../contract/auth.ts'
import { languageNames, useLanguage } from '../../kit/base/language.tsx'
import styles from './counter.module.css'
import { Key } from './Key.tsx'
import { chooseForSlip, useSlipChoice } from './slip-choice.ts'

const usually = () => chooseForSlip({ language: undefined })

export function SlipLanguages({ isSold }: { isSold: boolean }) {
  const t = useTranslations('printers.language')
  const usual = useLanguage()
  const { language = usual } = useSlipChoice()
  // The next customer's slip is as usual, also where this one bought nothing.
  useEffect(() => (isSold ? usually : undefined), [isSold])
  useEffect(() => usually, [])
  if (!isSold)
    return (
      <p className="muted" role="status">
        {language !== usual && t('chosen', { language: languageNames[language] })}
      </p>
    )
  return (
    <label className={`row ${styles.language}`}>
      <span>
        {t('label')} <Key>{`Alt 1…${languages.length}`}</Key>
      </span>
      <select
        className="surface"
        value={language}
        onChange={(event) => chooseForSlip({ language: languages.find((one) => one === event.currentTarget.value) })}
      >
        {languages.map((one, i) => (
          <option key={one} value={one} lang={one}>{`${i + 1} ${languageNames[one]}`}</option>
        ))}
      </select>
    </label>
  )
}
