// What a change for a day needs beside the dialog it is in: loaded when that is open, with the texts of prices.
import { lazy } from 'react'
import { withArea } from '../../kit/base/language.tsx'

export const DayChoice = lazy(async () => ({ default: (await withArea('prices', import('./DayChoice.tsx'))).DayChoice }))
export const PlannedSaved = lazy(async () => ({ default: (await withArea('prices', import('./PlannedSaved.tsx'))).PlannedSaved }))
