// The cache of the answers to calls that read. Each answer is kept until it is stale.
import { type InvalidateOptions, type InvalidateQueryFilters, QueryClient, type QueryKey } from '@tanstack/react-query'

/**
 * A change may make a read stale while the first answer to that read is still on its way. The answer was requested before the change, so the read is cancelled
 * and requested again. (A plain client waits for the answer and takes it for fresh: a user who switched tenants while a list was loading saw the rows of the
 * previous tenant.)
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
