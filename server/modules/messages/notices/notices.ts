// Writes a notice to one user, or to all managers of an organisation.
import type { NoticeKind } from '../../../../contract/messages/notices.ts'
import { newId } from '../../../kit/ids.ts'
import type { Query } from '../../../postgres/db.ts'

export type Notice = { organisation_id: string; user_id?: string; kind: NoticeKind; data?: Record<string, string> }

/** Writes a notice in the caller's transaction and tenant. */
export const putNotice = (q: Query, now: Date, { organisation_id, user_id, kind, data = {} }: Notice) =>
  q.query(
    `insert into notices (tenant_id, id, organisation_id, user_id, kind, data, created_at)
     values (current_setting('app.tenant')::int, :id, :organisation_id, :user_id, :kind, :data, :now)`,
    { id: newId(), organisation_id, user_id: user_id ?? null, kind, data: JSON.stringify(data), now },
  )
