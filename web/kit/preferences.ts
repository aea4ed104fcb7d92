// What a person sets for this browser: paper, preview, letter keys. Logging out clears it with everything else (spec §4).
import { useLocalStorage } from '@mantine/hooks'
import type { UserInfo } from '../../contract/auth.ts'
import type { Paper } from './PrintView.tsx'

export type Preferences = {
  paper: Paper
  /** 'account': as show_print_popup says. */
  preview: 'account' | 'yes' | 'no'
  letter_keys: boolean
}

const usual: Preferences = { paper: 80, preview: 'account', letter_keys: true }

export function usePreferences() {
  const [kept, keep] = useLocalStorage<Partial<Preferences>>({ key: 'preferences', defaultValue: {}, getInitialValueInEffect: false })
  const preferences: Preferences = { ...usual, ...kept }
  return [preferences, (changes: Partial<Preferences>) => keep({ ...preferences, ...changes })] as const
}

export const showsPreview = (preferences: Preferences, user: UserInfo) =>
  preferences.preview === 'account' ? user.show_print_popup === 1 : preferences.preview === 'yes'
