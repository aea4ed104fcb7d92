// The components that a change for a later day needs in its dialog; they are loaded when the dialog opens, with the texts of prices.
import { lazy } from 'react'
import { withArea } from '../../../kit/base/language.tsx'

const dayChoice = async () => ({ default: (await withArea('prices', import('./DayChoice.tsx'))).DayChoice })
export const DayChoice = lazy(dayChoice)
/**
 * The choice of a day is loaded while the user is typing, so that it does not appear late in the open dialog and move the button about to be pressed. If
 * loading fails, the dialog tries again.
 */
export const fetchDayChoice = () => void dayChoice().catch(() => undefined)

export const PlannedSaved = lazy(async () => ({ default: (await withArea('prices', import('./PlannedSaved.tsx'))).PlannedSaved }))
