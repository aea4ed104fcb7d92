// Queries about messages: the names that a message shows, messages to send, and messages to read.
import type { Instant } from '../../../../contract/kit/field.ts'
import type { messageChannels, messageStates } from '../../../../contract/messages/messages.ts'
import { PORTAL } from '../../../postgres/customer-tree.ts'
import type { Query } from '../../../postgres/db.ts'
import { columnsAndValues } from '../../../postgres/parameters.ts'
import type { Brand } from './compose.ts'
import type { MessageKind } from './kinds.ts'

type BrandRow = { tenant_id: number; portal: string | null; host: string | null; organisation: string; contact: string | null }

/**
 * The names in a message to a user of this organisation. `portal`: as PORTAL finds it; `contact`: that of the nearest organisation upwards that has a support
 * contact; `origin`: the host of the nearest organisation upwards that has one, otherwise another host of the tenant.
 */
export async function brandOf(q: Query, organisation_id: string, link_origin: string): Promise<Brand & { tenant_id: number }> {
  const [at] = await q.query<{ tenant_id: number }>(`select current_setting('app.tenant')::int as tenant_id`)
  const tenant_id = at?.tenant_id ?? 0
  const [row] = await q.query<BrandRow>(
    `select o.tenant_id, o.name as organisation, door.host, ${PORTAL} as portal, help.contact
       from organisations o
       left join lateral (
         select h.host from hosts h
           join organisations a on a.tenant_id = :tenant_id and a.id = h.organisation_id
          where h.tenant_id = :tenant_id
          order by a.id = any (o.path) desc, cardinality(a.path) desc, h.host limit 1) door on true
       left join lateral (
         select concat_ws(', ', nullif(a.support_name, ''), nullif(a.support_phone, ''),
                          nullif(a.support_email, '')) as contact
           from organisations a
          where a.tenant_id = :tenant_id and a.id = any (o.path)
            and a.support_name || a.support_phone || a.support_email <> ''
          order by cardinality(a.path) desc limit 1) help on true
      where o.tenant_id = :tenant_id and o.id = :organisation_id`,
    { tenant_id, organisation_id },
  )
  const organisation = row?.organisation ?? ''
  return { tenant_id, organisation, portal: row?.portal ?? organisation, contact: row?.contact ?? '', origin: link_origin.replace('{host}', row?.host ?? '') }
}

type NewMessage = {
  tenant_id: number
  id: string
  organisation_id: string
  channel: (typeof messageChannels)[number]
  kind: MessageKind
  recipient: string
  recipient_search: string
  language: string
  subject: string
  body?: Buffer
  attachment?: Buffer
  attachment_name?: string
  document_id?: string
  sale_id?: string
  state: 'waiting' | 'kept'
  next_try_at: Date
  created_at: Date
}

export function addMessage(q: Query, message: NewMessage) {
  return q.query(`insert into messages ${columnsAndValues(Object.keys(message))}`, message)
}

export type MessageRow = {
  message_id: string
  channel: (typeof messageChannels)[number]
  recipient: string
  subject: string
  kind: string
  organisation_name: string
  language: string
  attachment_name: string
  state: (typeof messageStates)[number]
  attempts: number
  error: string
  created_at: Instant
  sent_at: Instant | null
}
export type MessagesAsked = { state: string | undefined; channel: string | undefined; search: string | null }

const WHERE = `
  where m.tenant_id = :tenant_id and (:state::text is null or m.state = :state)
    and (:channel::text is null or m.channel = :channel)
    and (:search::text is null or strpos(m.recipient_search, :search) > 0 or strpos(o.name_search, :search) > 0)`
const FROM = `from messages m join organisations o on o.tenant_id = :tenant_id and o.id = m.organisation_id ${WHERE}`

/** The messages that match the filters, newest first, at most `most` of them. */
export const messageRows = (q: Query, tenant_id: number, { state, channel, search }: MessagesAsked, most: number) =>
  q.query<MessageRow>(
    `select m.id as message_id, m.channel, m.recipient, m.subject, m.kind, o.name as organisation_name, m.language,
            m.attachment_name, m.state, m.attempts, m.error, m.created_at, m.sent_at
     ${FROM} order by m.id desc limit :most`,
    { tenant_id, state: state ?? null, channel: channel ?? null, search, most },
  )

export const messageCount = async (q: Query, tenant_id: number, { state, channel, search }: MessagesAsked) =>
  (await q.query<{ n: number }>(`select count(*)::int as n ${FROM}`, { tenant_id, state: state ?? null, channel: channel ?? null, search }))[0]?.n ?? 0

export const messageById = (q: Query, tenant_id: number, id: string) =>
  q.query<{ organisation_id: string; recipient: string; subject: string; kind: MessageKind; state: string; body: Buffer | null }>(
    `select organisation_id, recipient, subject, kind, state, body from messages
      where tenant_id = :tenant_id and id = :id`,
    { tenant_id, id },
  )

/** Mails about a document, the newest first. */
export const mailsOf = (q: Query, tenant_id: number, document_id: string) =>
  q.query<Pick<MessageRow, 'message_id' | 'recipient' | 'kind' | 'state' | 'attachment_name' | 'created_at' | 'sent_at'>>(
    `select id as message_id, recipient, kind, state, attachment_name, created_at, sent_at from messages
      where tenant_id = :tenant_id and document_id = :document_id order by id desc`,
    { tenant_id, document_id },
  )

/** How many mails about a document were written since a time. */
export const mailedSince = async (q: Query, tenant_id: number, document_id: string, since: Date) =>
  (
    await q.query<{ n: number }>(
      `select count(*)::int as n from messages
        where tenant_id = :tenant_id and document_id = :document_id and created_at >= :since`,
      { tenant_id, document_id, since },
    )
  )[0]?.n ?? 0

type SlipAsked = { sale_id: string; channel: (typeof messageChannels)[number]; recipient: string; same_since: Date; shop_since: Date }

/**
 * How many slips were sent for this sale, how many by its shop since `shop_since`, and whether the same slip went to the same recipient since `same_since`.
 * Locks the shop's slips until the transaction ends, so that simultaneous sendings are counted one after the other.
 */
export async function slipsSent(q: Query, { tenant_id, organisation_id }: { tenant_id: number; organisation_id: string }, asked: SlipAsked) {
  await q.query(`select pg_advisory_xact_lock(hashtext('slips'), hashtext(:organisation_id))`, { organisation_id })
  const [row] = await q.query<{ of_sale: number; of_shop: number; is_sent: boolean }>(
    `select sale.n as of_sale, shop.n as of_shop, sale.is_sent
       from (select count(*)::int as n,
                    coalesce(bool_or(channel = :channel and recipient = :recipient and created_at > :same_since), false)
                      as is_sent
               from messages where tenant_id = :tenant_id and sale_id = :sale_id) sale,
            (select count(*)::int as n from messages
              where tenant_id = :tenant_id and organisation_id = :organisation_id and sale_id is not null
                and created_at > :shop_since) shop`,
    { tenant_id, organisation_id, ...asked },
  )
  return row ?? { of_sale: 0, of_shop: 0, is_sent: false }
}
