// Closes the books up to ten minutes ago. This waits for the longest transaction in the cluster, which may be that of another test file.
import { closeBooks } from '../figures/closed-books.ts'
import type { World } from './world.ts'

const OPEN_MS = 11 * 60_000
const TIMEOUT_MS = 60_000

export async function booksClosed({ services, clock }: World, tenant_id = 1): Promise<void> {
  const since = clock.now().getTime() - OPEN_MS
  for (const start = Date.now(); (await closeBooks(services, tenant_id)).getTime() < since; )
    if (Date.now() - start > TIMEOUT_MS) throw new Error(`the books of tenant ${tenant_id} did not close: some transaction is open all the time`)
}
