// Queries about status notices: each organisation sees its own.
import type { InputOf, OutputOf } from '../../../../contract/kit/call.ts'
import type { statusNoticesList } from '../../../../contract/sales/status-notices.ts'
import type { SignedIn } from '../../../kit/actor.ts'
import type { Query } from '../../../postgres/db.ts'
import { countOf, pageOf } from '../../../postgres/list-query.ts'
import { columnsAndValues } from '../../../postgres/parameters.ts'
import { foldedSql, searchFor } from '../../../postgres/search.ts'

type Input = InputOf<typeof statusNoticesList>
type Row = OutputOf<typeof statusNoticesList>['content'][number]
export type Details = Omit<Row, 'status_notice_id' | 'changed_at'>

const COLUMNS = ['headline', 'kind', 'valid_from', 'valid_until', 'note'] as const satisfies readonly (keyof Details)[]

const sorts: Record<Input['sort'], string> = {
  valid_from: 's.valid_from',
  '-valid_from': 's.valid_from desc',
  headline: 'lower(s.headline)',
  '-headline': 'lower(s.headline) desc',
}

const STATUS_NOTICES = {
  from: 'status_notices s',
  where: `s.tenant_id = :tenant_id and s.owner_id = :organisation_id
          and (:search::text is null or strpos(${foldedSql("s.headline || ' ' || s.note")}, :search) > 0)
          and (:status_notice_id::uuid is null or s.id = :status_notice_id)
          and (:kind::text is null or s.kind = :kind)`,
}

const parameters = ({ tenant_id, organisation_id }: SignedIn, { search_text, filters }: Input) => ({
  tenant_id,
  organisation_id,
  search: searchFor(search_text),
  status_notice_id: filters.status_notice_id ?? null,
  kind: filters.kind ?? null,
})

export const statusNoticeRows = (q: Query, actor: SignedIn, input: Input) =>
  q.query<Row>(
    pageOf(
      {
        ...STATUS_NOTICES,
        select: `s.id as status_notice_id, ${COLUMNS.map((name) => `s.${name}`)}, s.changed_at`,
        order: `${sorts[input.sort]}, s.id`,
      },
      parameters(actor, input),
      input,
    ),
  )

export const statusNoticeCount = (q: Query, actor: SignedIn, input: Input) => countOf(q, STATUS_NOTICES, parameters(actor, input))

export const addStatusNotice = (q: Query, { tenant_id, organisation_id }: SignedIn, status_notice_id: string, details: Details, now: Date) => {
  const row = { tenant_id, id: status_notice_id, owner_id: organisation_id, ...details, created_at: now, changed_at: now }
  return q.query(`insert into status_notices ${columnsAndValues(Object.keys(row))}`, row)
}

export const statusNoticeToChange = (q: Query, { tenant_id, organisation_id }: SignedIn, status_notice_id: string) =>
  q.query<Details>(
    `select ${COLUMNS} from status_notices
      where tenant_id = :tenant_id and owner_id = :organisation_id and id = :status_notice_id
      for no key update`,
    { tenant_id, organisation_id, status_notice_id },
  )

export const changeStatusNotice = (q: Query, { tenant_id, organisation_id }: SignedIn, status_notice_id: string, details: Details, now: Date) =>
  q.query(
    `update status_notices set ${COLUMNS.map((name) => `${name} = :${name}`)}, changed_at = :now
      where tenant_id = :tenant_id and owner_id = :organisation_id and id = :status_notice_id`,
    { tenant_id, organisation_id, status_notice_id, ...details, now },
  )
