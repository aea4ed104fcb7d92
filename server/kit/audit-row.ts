// A row of the audit log as one text, the same on its way in and on its way out, and what of a change may stand in it.
import type { Keys } from './keys.ts'

/** Everything a row says. A column that is added belongs here too: what is not in the text is not proven (a test goes through the columns). */
export type AuditRow = {
  id: string
  /** Microseconds since 1970: finer than the clock writes, so that nothing can be moved in between. */
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
/** Named like a secret, but saying only which kind or until when. */
const TOLD = /^otp_type$|_(until|at)$/

/** 16 bytes only a server with the master key can make: proof that one wrote exactly this. */
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

/** The database keeps the fields of an object in an order of its own. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  const fields = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return Object.fromEntries(fields.map(([name, inner]) => [name, sorted(inner)]))
}

/** What a text column and JSON of the database can hold: the same text comes back. */
export const storable = (text: string): string => Buffer.from(text).toString().replaceAll('\0', '')

/** The fields of one side that differ on the other, as JSON keeps them; of a secret only that it changed. */
export function changed(side: Record<string, unknown>, other: Record<string, unknown>): Record<string, unknown> {
  const differs = Object.entries(side).filter(([name, value]) => value !== undefined && JSON.stringify(value) !== JSON.stringify(other[name]))
  return plain(Object.fromEntries(differs))
}

const plain = (fields: Record<string, unknown>): Record<string, unknown> =>
  JSON.parse(JSON.stringify(fields, (name, value: unknown) => (isSecret(name, value) ? HIDDEN : typeof value === 'string' ? storable(value) : value)))

/** Yes, no and nothing tell no secret. */
const isSecret = (name: string, value: unknown) => SECRET.test(name) && !TOLD.test(name) && typeof value !== 'boolean' && value !== null && value !== ''
