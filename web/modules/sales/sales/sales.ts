// The filters of sales, which the reports share.
export { MoreFilters } from './MoreFilters.tsx'
export { useLineFilters } from './use-line-filters.ts'
