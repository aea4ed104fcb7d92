// Notes in which tenants something happened. A change first notes its tenant, at most once a minute. Jobs visit the tenants noted lately, and every so often
// all tenants (decision 0069). A note is a statement of its own that commits before the change does. So no sale waits for another sale's note, and a server
// that ends at any moment leaves no change without a note, unless writing the note failed.
import type { Connection, Named, Pool } from './pool.ts'

/** How long one note covers the changes that follow it. */
const EVERY_MS = 60_000

/** SQL: notes that something in the tenant is changed now. The note's commit need not wait for the disk, because the commit of the change that follows writes both. */
const NOTE = `
  insert into tenant_activity as a (tenant_id, at)
  select :tenant_id::int, now() from (select set_config('synchronous_commit', 'off', true)) s
  on conflict (tenant_id) do update set at = greatest(a.at, excluded.at)`

export type Activity = ReturnType<typeof createActivity>

export function createActivity(every_ms = EVERY_MS) {
  const noted = new Map<number, number>()
  const isDue = (tenant_id: number) => performance.now() - (noted.get(tenant_id) ?? Number.NEGATIVE_INFINITY) >= every_ms

  /** Writes a note. A note that fails does not fail the change: the next change notes again. */
  async function noteOn(connection: Pick<Connection | Pool, 'query'>, tenant_id: number): Promise<void> {
    const at = performance.now()
    await connection.query(noteOf(tenant_id)).then(
      () => noted.set(tenant_id, at),
      () => undefined,
    )
  }
  return { isDue, noteOn }
}

const noteOf = (tenant_id: number): Named => ({ name: 'note_activity', text: NOTE, values: { tenant_id } })

/** The tenant that a statement changes; undefined if it changes no tenant, or nothing that a job has to see. */
export function tenantOf({ values, isQuiet }: Named): number | undefined {
  const tenant_id = isQuiet || Array.isArray(values) ? undefined : (values as Record<string, unknown>).tenant_id
  return typeof tenant_id === 'number' ? tenant_id : undefined
}
