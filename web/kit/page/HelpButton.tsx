// The question mark beside a page's title: opens the help and the keyboard shortcuts of this screen.
import { useTranslations } from 'use-intl'
import { openHelp } from './help.ts'
import styles from './kit.module.css'

export function HelpButton() {
  const label = useTranslations('house.shell')('help')
  return (
    <button type="button" className={`bare square strong ${styles.help} no-print`} aria-haspopup="dialog" aria-label={label} title={label} onClick={openHelp}>
      ?
    </button>
  )
}
