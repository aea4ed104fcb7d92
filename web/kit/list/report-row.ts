// The row of a report's period, which the list below it completes with its search, filters and menu.
import { createContext, type ReactNode } from 'react'

/** `place`: where the list draws its part of the row; null until the row is there. `choices`: how the report compares and groups; they fold with the filters. */
export type RowOfReport = { place: HTMLElement | null; choices: ReactNode }
export const ReportRow = createContext<RowOfReport | undefined>(undefined)
