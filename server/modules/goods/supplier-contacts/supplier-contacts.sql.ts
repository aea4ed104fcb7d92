// Queries about contacts at suppliers: each organisation sees those of its own suppliers, the platform those of the whole tenant.
import type { supplierContactsList } from '../../../../contract/goods/supplier-contacts.ts'
import type { InputOf, OutputOf } from '../../../../contract/kit/call.ts'
import type { SignedIn } from '../../../kit/actor.ts'
import type { Query } from '../../../postgres/db.ts'
import { countOf, pageOf } from '../../../postgres/list-query.ts'
import { columnsAndValues } from '../../../postgres/parameters.ts'
import { isOwn, ownedBy } from '../../../postgres/row-scope.ts'
import { foldedSql, searchFor } from '../../../postgres/search.ts'

type Input = InputOf<typeof supplierContactsList>
type Row = OutputOf<typeof supplierContactsList>['content'][number]
export type Details = Pick<Row, (typeof COLUMNS)[number]>

const COLUMNS = ['name', 'task', 'email', 'telephone', 'remarks'] as const satisfies readonly (keyof Row)[]

const sorts: Record<Input['sort'], string> = {
  company: 'lower(s.company), lower(k.name)',
  '-company': 'lower(s.company) desc, lower(k.name)',
  name: 'lower(k.name)',
  '-name': 'lower(k.name) desc',
}

const SEARCHED = "k.name || ' ' || s.company || ' ' || k.email || ' ' || k.telephone"

const CONTACTS = {
  from: 'supplier_contacts k join suppliers s on s.tenant_id = :tenant_id and s.id = k.supplier_id',
  where: `k.tenant_id = :tenant_id and ${isOwn('s')}
          and (:search::text is null
               or strpos(${foldedSql(SEARCHED)}, :search) > 0)
          and (:supplier_contact_id::uuid is null or k.id = :supplier_contact_id)
          and (:supplier_id::uuid is null or k.supplier_id = :supplier_id)
          and (:task::text is null or k.task = :task)`,
}

const parameters = (actor: SignedIn, { search_text, filters }: Input) => ({
  ...ownedBy(actor),
  search: searchFor(search_text),
  supplier_contact_id: filters.supplier_contact_id ?? null,
  supplier_id: filters.supplier_id ?? null,
  task: filters.task ?? null,
})

export const contactRows = (q: Query, actor: SignedIn, input: Input) =>
  q.query<Row>(
    pageOf(
      {
        ...CONTACTS,
        select: `k.id as supplier_contact_id, k.supplier_id, s.company, ${COLUMNS.map((name) => `k.${name}`)}`,
        order: `${sorts[input.sort]}, k.id`,
      },
      parameters(actor, input),
      input,
    ),
  )

export const contactCount = (q: Query, actor: SignedIn, input: Input) => countOf(q, CONTACTS, parameters(actor, input))

/** The supplier and how many contacts it has; its row is locked, so that two requests cannot add the last allowed contact twice. */
export const supplierForContact = async (q: Query, actor: SignedIn, supplier_id: string) => {
  const [supplier] = await q.query<{ company: string; owner_id: string }>(
    `select s.company, s.owner_id from suppliers s
      where s.tenant_id = :tenant_id and s.id = :supplier_id and ${isOwn('s')} for no key update`,
    { ...ownedBy(actor), supplier_id },
  )
  const [counted] = await q.query<{ contacts: number }>(
    'select count(*)::int as contacts from supplier_contacts where tenant_id = :tenant_id and supplier_id = :supplier_id',
    { tenant_id: actor.tenant_id, supplier_id },
  )
  return supplier && { ...supplier, contacts: counted?.contacts ?? 0 }
}

export const addContact = (q: Query, tenant_id: number, row: Details & { id: string; supplier_id: string; created_at: Date }) =>
  q.query(`insert into supplier_contacts ${columnsAndValues(['tenant_id', ...Object.keys(row)])}`, { tenant_id, ...row })

export const contactToChange = (q: Query, actor: SignedIn, id: string) =>
  q.query<Details & { owner_id: string }>(
    `select ${COLUMNS.map((name) => `k.${name}`)}, s.owner_id
       from supplier_contacts k join suppliers s on s.tenant_id = :tenant_id and s.id = k.supplier_id
      where k.tenant_id = :tenant_id and k.id = :id and ${isOwn('s')} for no key update of k`,
    { ...ownedBy(actor), id },
  )

export const changeContact = (q: Query, tenant_id: number, id: string, { name, task, email, telephone, remarks }: Details) =>
  q.query(
    `update supplier_contacts set name = :name, task = :task, email = :email, telephone = :telephone, remarks = :remarks
      where tenant_id = :tenant_id and id = :id`,
    { tenant_id, id, name, task, email, telephone, remarks },
  )

export const removeContact = (q: Query, tenant_id: number, id: string) =>
  q.query('delete from supplier_contacts where tenant_id = :tenant_id and id = :id', { tenant_id, id })
