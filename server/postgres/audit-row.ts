// Turns a row of the audit log into one text, which is the same when the row is written and when it is checked. Decides which parts of a change may appear in
// the row.
import type { Keys } from '../kit/keys.ts'

/**
 * Every field of a row. A new column of the table must be added here too, otherwise its content is not proven; a test checks this for every column.
 */
export type AuditRow = {
  id: string
  /** Microseconds since 1970, as precise as the stored time, so that even the smallest change of a row's time is noticed. */
  at_us: number
  user_id: string | null
  username: string
  full_name: string
  organisation_id: string | null
  organisation_name: string
  session_id: string | null
  address: string
  device: string
  action: string
  subject_kind: string
  subject_id: string
  subject_name: string
  subject_organisation_id: string | null
  before: Record<string, unknown>
  after: Record<string, unknown>
  reason: string
  search: string
}

const HIDDEN = '•••'
const SECRET = /password|token|secret|otp|recovery|proof|hash|cookie|^pins?$/
/** Names that match SECRET although their values are not secret, because they only hold a kind or a time. */
const TOLD = /^otp_type$|_(until|at)$/

/** A mark of 16 bytes for a row. Only a server with the master key can make the mark, so it proves that a server wrote exactly this row. */
export const markOf = (keys: Keys, tenant_id: number, row: AuditRow): Buffer => keys.sign('audit row', textOf(tenant_id, row))

function textOf(tenant_id: number, row: AuditRow): string {
  return JSON.stringify([
    tenant_id,
    ...[row.id, row.at_us, row.user_id, row.username, row.full_name, row.organisation_id, row.organisation_name, row.session_id, row.address, row.device],
    ...[
      row.action,
      row.subject_kind,
      row.subject_id,
      row.subject_name,
      row.subject_organisation_id,
      sorted(row.before),
      sorted(row.after),
      row.reason,
      row.search,
    ],
  ])
}

/** Sorts the fields of an object, because the database does not keep their order. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  const fields = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return Object.fromEntries(fields.map(([name, inner]) => [name, sorted(inner)]))
}

/** Replaces lone surrogates and removes NUL, because the database cannot store them; so the text read back equals the text written. */
export const storable = (text: string): string => Buffer.from(text).toString().replaceAll('\0', '')

/**
 * The fields of one side of a change (before or after) whose values differ from the other side, as JSON stores them. For a secret, only the fact that it
 * changed is shown.
 */
export function changed(side: Record<string, unknown>, other: Record<string, unknown>): Record<string, unknown> {
  const differs = Object.entries(side).filter(([name, value]) => value !== undefined && JSON.stringify(value) !== JSON.stringify(other[name]))
  return plain(Object.fromEntries(differs))
}

const plain = (fields: Record<string, unknown>): Record<string, unknown> =>
  JSON.parse(JSON.stringify(fields, (name, value: unknown) => (isSecret(name, value) ? HIDDEN : typeof value === 'string' ? storable(value) : value)))

/** Whether a value must not be shown. Booleans, null and the empty text may be shown even under a secret's name, because they reveal nothing. */
const isSecret = (name: string, value: unknown) => SECRET.test(name) && !TOLD.test(name) && typeof value !== 'boolean' && value !== null && value !== ''
