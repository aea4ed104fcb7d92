// What a change for a day needs beside the dialog it is in: loaded when that is open, with the texts of prices.
import { lazy } from 'react'
import { withArea } from '../../../kit/base/language.tsx'

const dayChoice = async () => ({ default: (await withArea('prices', import('./DayChoice.tsx'))).DayChoice })
export const DayChoice = lazy(dayChoice)
/** Asked for while something is typed, so that it does not come into the open dialog and move the button one is about to press. Where it fails, the dialog asks again. */
export const fetchDayChoice = () => void dayChoice().catch(() => undefined)

export const PlannedSaved = lazy(async () => ({ default: (await withArea('prices', import('./PlannedSaved.tsx'))).PlannedSaved }))
