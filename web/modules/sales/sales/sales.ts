// The filters of sales, which the reports share.
export { useLineFilters } from './use-line-filters.ts'
