// The language of the slip, chosen for the customer by Alt and a digit or from a list.
import { useEffect } from 'react'
import { useTranslations } from 'use-intl'
import { languages } from '../../../contract/kit/languages.ts'
import { languageNames, useLanguage } from '../base/language.tsx'
import styles from './counter.module.css'
import { Key } from './Key.tsx'
import { chooseForSlip, useSlipChoice } from './slip-choice.ts'

const usually = () => chooseForSlip({ language: undefined })

/** `isShown`: whether the list of languages is shown. If not, a chosen language is shown only if it differs from the usual one. */
export function SlipLanguages({ isSold, isShown = isSold }: { isSold: boolean; isShown?: boolean }) {
  const t = useTranslations('printers.language')
  const usual = useLanguage()
  const { language = usual } = useSlipChoice()
  // Resets the choice for the next customer: when the sold slip closes (first effect), and when the user leaves without a sale (second effect).
  useEffect(() => {
    return isSold ? usually : undefined
  }, [isSold])
  useEffect(() => {
    return usually
  }, [])
  if (!isShown)
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
        className="surface control"
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
