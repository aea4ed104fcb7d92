// The choices that people make for themselves, stored with the account: paper, preview, letter keys, starred pages, language, light or dark.
// const [preferences, change] = usePreferences()
// change({ paper: 58 })

import type { Language } from '../../../contract/kit/languages.ts'
import type { Preferences as Kept, UserInfo } from '../../../contract/people/account.ts'
import { keepModeBy } from '../../themes/look.ts'
import { ask, type Input, queryClient, userQuery, useUser } from './api.ts'
import { keepLanguageBy } from './language.tsx'
import type { Paper } from './sheet.ts'

export type Preferences = {
  paper: Paper
  /** Whether a slip is shown before it is printed; 'account': the organisation's setting show_print_popup decides. */
  preview: 'account' | 'yes' | 'no'
  letter_keys: boolean
  /** Whether the till shows the shop's own price; a masked price is not shown in any case. */
  own_price: boolean
  /** Whether the till plays sounds. */
  sounds: boolean
  /** Whether the till asks for the amount that the customer gives before it sells. */
  collects: boolean
  /** Paths of the starred pages; only the first ten are kept. */
  starred: string[]
  density: NonNullable<Kept['density']>
  /** Groups of the menu that the user folded, and groups that the user wants to stay unfolded. */
  folded: string[]
  unfolded: string[]
} & Pick<Kept, 'hidden_columns' | 'views'>

const usual: Preferences = {
  paper: 80,
  preview: 'account',
  letter_keys: true,
  own_price: true,
  sounds: true,
  collects: false,
  density: 'usual',
  folded: [],
  unfolded: [],
  starred: [],
}

export function usePreferences() {
  const { preferences } = useUser()
  return [{ ...usual, ...preferences }, changePreferences] as const
}

/** Changes the user's choices: they take effect at once, and are sent to the account in the background. */
function changePreferences(changed: Partial<Preferences> & Pick<Kept, 'mode'>) {
  show((user) => ({ ...user, preferences: { ...user.preferences, ...changed } }))
  save({ preferences: changed })
}

function changeLanguage(language: Language) {
  show((user) => ({ ...user, language }))
  save({ language })
}

/** Called once a user is signed in: from then on, choices made in the header or the settings are saved with the account and apply in every browser. */
export function keepChoicesWithAccount() {
  keepLanguageBy(changeLanguage)
  keepModeBy((mode) => changePreferences({ mode }))
}

function show(change: (user: UserInfo) => UserInfo) {
  queryClient.cancelQueries({ queryKey: userQuery.queryKey })
  queryClient.setQueryData(userQuery.queryKey, (user) => user && change(user))
}

type Change = Pick<Input<'settingsUpdate'>, 'preferences' | 'language'>
let waiting: Change | undefined
let isSending = false

/** Sends one request at a time, so that the last choice wins. If a request fails, the choices stored with the account are read again. */
async function save({ preferences, ...change }: Change) {
  if (queryClient.getQueryData(userQuery.queryKey)?.view) return
  waiting = { ...waiting, ...change, ...(preferences && { preferences: { ...waiting?.preferences, ...preferences } }) }
  if (isSending) return
  isSending = true
  try {
    while (waiting) {
      const next: Change = waiting
      waiting = undefined
      await ask('settingsUpdate', next)
    }
  } catch {
    waiting = undefined
    await queryClient.invalidateQueries({ queryKey: userQuery.queryKey })
  } finally {
    isSending = false
  }
}

export const showsPreview = (preferences: Preferences, user: UserInfo) =>
  preferences.preview === 'account' ? user.show_print_popup === 1 : preferences.preview === 'yes'
