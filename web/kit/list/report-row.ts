// The row with a report's period; the list below it adds its search, filters and menu to this row.
import { createContext, type ReactNode } from 'react'

/**
 * `place`: the element into which the list draws its part of the row; null until the element exists. `choices`: comparison and grouping, which fold together
 * with the filters.
 */
export type RowOfReport = { place: HTMLElement | null; choices: ReactNode }
export const ReportRow = createContext<RowOfReport | undefined>(undefined)
