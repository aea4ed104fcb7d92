// The row of a report's period, which the list below it completes with its search, filters and menu.
import { createContext, type ReactNode } from 'react'

/**
 * `place`: the element in which the list draws its part of the row; null until it exists. `choices`: comparison and grouping, which fold with the filters.
 */
export type RowOfReport = { place: HTMLElement | null; choices: ReactNode }
export const ReportRow = createContext<RowOfReport | undefined>(undefined)
