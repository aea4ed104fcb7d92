// The cache of the answers to calls that read; each is kept until it is stale.
import { type InvalidateOptions, type InvalidateQueryFilters, QueryClient, type QueryKey } from '@tanstack/react-query'

/**
 * If the first answer of a read is still under way when a change makes reads stale, it was requested before that change: it is cancelled and requested again.
 * (A plain client waits for it and takes it for fresh: a user who switched tenants while a list was loading saw the rows of the earlier tenant.)
 */
export class ReadCache extends QueryClient {
  override invalidateQueries<K extends QueryKey = QueryKey>(filters?: InvalidateQueryFilters<K>, options?: InvalidateOptions): Promise<void> {
    const first = this.getQueryCache()
      .findAll(filters)
      .filter((query) => query.isActive() && query.state.data === undefined && query.state.fetchStatus === 'fetching')
    const again = () => super.invalidateQueries(filters, options)
    return first.length === 0 ? again() : Promise.all(first.map((query) => query.cancel({ revert: true }))).then(again)
  }
}
