// Names keys as they are labelled on the user's keyboard: ⌘ on a Mac, Strg and Umschalt in German.
import { useTranslations } from 'use-intl'

const isMac = () => /Mac|iPhone|iPad/.test(navigator.userAgent)

export function useKeyNames() {
  const t = useTranslations('shell.keys')
  const names: Record<string, string> = { Mod: isMac() ? '⌘' : t('ctrl'), Shift: t('shift'), Escape: 'Esc', Enter: t('enter'), Delete: t('delete') }
  /** Splits "Mod+K" into the names of its keys; "+" alone is the name of the key +. */
  return (combination: string): string[] => (combination === '+' ? ['+'] : combination.split('+').map((key) => names[key] ?? key))
}
