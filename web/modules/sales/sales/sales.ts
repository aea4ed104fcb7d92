// The filters of sales, which the reports of sales use too.
export { useLineFilters } from './use-line-filters.ts'
