// The components for choosing a later day in a dialog. They are loaded when the dialog opens, together with the texts of prices.
import { lazy } from 'react'
import { withArea } from '../../../kit/base/language.tsx'

const dayChoice = async () => ({ default: (await withArea('prices', import('./DayChoice.tsx'))).DayChoice })
export const DayChoice = lazy(dayChoice)
/**
 * Loads the choice of a day while the user is typing. Otherwise it could appear late in the open dialog and move a button that is about to be pressed. If
 * loading fails, the dialog tries again.
 */
export const fetchDayChoice = () => void dayChoice().catch(() => undefined)

export const PlannedSaved = lazy(async () => ({ default: (await withArea('prices', import('./PlannedSaved.tsx'))).PlannedSaved }))
