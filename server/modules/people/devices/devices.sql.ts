// Queries about devices: who holds each device, and which browser is paired with it.

import type { InputOf, OutputOf } from '../../../../contract/kit/call.ts'
import type { Instant } from '../../../../contract/kit/field.ts'
import type { deviceStatuses, devicesList } from '../../../../contract/people/devices.ts'
import type { SignedIn } from '../../../http/sessions.ts'
import type { Query } from '../../../postgres/db.ts'
import { countOf, pageOf } from '../../../postgres/list-query.ts'
import { searchFor } from '../../../postgres/search.ts'

type Answer = OutputOf<typeof devicesList>['content'][number]
export type Row = Omit<Answer, 'since' | 'last_seen_at' | 'created_at'> & { since: Instant | null; last_seen_at: Instant | null; created_at: Instant }
export type DevicesListInput = InputOf<typeof devicesList>
export type Status = (typeof deviceStatuses)[number]

const sorts: Record<DevicesListInput['sort'], string> = {
  tag: 'lower(d.tag)',
  '-tag': 'lower(d.tag) desc',
  last_seen_at: 'd.last_seen_at nulls first',
  '-last_seen_at': 'd.last_seen_at desc nulls last',
}

/**
 * SQL: who holds a device: its customer; without a customer, its reseller; without a customer and a reseller, the
 * platform (null).
 */
const HOLDER = 'coalesce(d.customer_id, d.reseller_id)'
const SEEN = `d.tenant_id = :tenant_id and (${HOLDER} is null and :shows_free or :organisation_id = any (h.path))`
const PAIRED = '(d.browser_hash is not null)'

const DEVICES = {
  from: `devices d
         left join organisations h on h.tenant_id = :tenant_id and h.id = ${HOLDER}
         left join organisations r on r.tenant_id = :tenant_id and r.id = d.reseller_id`,
  where: `${SEEN} and (:status::text is null or d.status = :status)
          and (:customer_id::uuid is null or :customer_id = any (h.path))
          and (:device_id::uuid is null or d.id = :device_id)
          and (:paired::boolean is null or ${PAIRED} = :paired)
          and (:here::boolean is null
               or (d.status in ('free', 'assigned')
                   and ${HOLDER} is not distinct from
                       case when :shows_free then null else :organisation_id end) = :here)
          and (:search::text is null or strpos(lower(d.tag), :search) > 0 or strpos(lower(d.serial_number), :search) > 0
               or strpos(h.name_search, :search) > 0)`,
}

const parameters = (actor: SignedIn, showsFree: boolean, { filters, search_text }: DevicesListInput) => ({
  tenant_id: actor.tenant_id,
  organisation_id: actor.organisation_id,
  shows_free: showsFree,
  status: filters.status ?? null,
  customer_id: filters.customer_id ?? null,
  device_id: filters.device_id ?? null,
  paired: filters.paired ?? null,
  here: filters.here ?? null,
  search: searchFor(search_text),
})

/** A page of devices. A device that the actor itself holds is shown without a customer. */
export const deviceRows = (q: Query, actor: SignedIn, showsFree: boolean, asked: DevicesListInput) =>
  q.query<Row>(
    pageOf(
      {
        select: `d.id as device_id, d.tag, d.serial_number, d.status, d.reseller_id,
                 coalesce(r.name, '') as reseller_name,
                 nullif(d.customer_id, :organisation_id) as customer_id,
                 case when d.customer_id is null or d.customer_id = :organisation_id then ''
                      else h.name end as customer_name,
                 d.since, d.last_seen_at, ${PAIRED} as is_paired, d.created_at`,
        ...DEVICES,
        order: `${sorts[asked.sort]}, d.id`,
      },
      parameters(actor, showsFree, asked),
      asked,
    ),
  )

export const deviceCount = (q: Query, actor: SignedIn, showsFree: boolean, asked: DevicesListInput) => countOf(q, DEVICES, parameters(actor, showsFree, asked))

export const statusCounts = (q: Query, tenant_id: number) =>
  q.query<{ status: Status; n: number }>(
    `select status, count(*)::int as n from devices
      where tenant_id = :tenant_id group by status`,
    { tenant_id },
  )

/** The tag that ends with the greatest number. */
export const lastTag = async (q: Query, tenant_id: number) =>
  (
    await q.query<{ tag: string }>(
      `select tag from devices where tenant_id = :tenant_id and tag ~ '[0-9]$'
        order by substring(tag from '[0-9]+$')::numeric desc, created_at desc limit 1`,
      { tenant_id },
    )
  )[0]?.tag

export type Held = {
  id: string
  tag: string
  serial_number: string
  status: Status
  reseller_id: string | null
  customer_id: string | null
  since: Instant | null
}

/** Those of these devices that the actor sees; their rows are locked, always in the same order. */
export const devicesToChange = (q: Query, { tenant_id, organisation_id }: SignedIn, showsFree: boolean, ids: readonly string[]) =>
  q.query<Held>(
    `select d.id, d.tag, d.serial_number, d.status, d.reseller_id, d.customer_id, d.since
       from devices d left join organisations h on h.tenant_id = :tenant_id and h.id = ${HOLDER}
      where ${SEEN} and d.id = any (:ids) order by d.id for no key update of d`,
    { tenant_id, organisation_id, shows_free: showsFree, ids },
  )

export type Target = { id: string; name: string; kind: string; path: string[]; terminal_limit: number; devices_only: boolean }

/** An organisation below the actor's. Its row is locked, so that of two simultaneous assignments the later one counts the devices of the earlier. */
export const organisationToGive = (q: Query, { tenant_id, organisation_id }: SignedIn, id: string) =>
  q.query<Target>(
    `select id, name, kind, path, terminal_limit, devices_only from organisations
      where tenant_id = :tenant_id and id = :id and :organisation_id = any (path) and id <> :organisation_id
      for no key update`,
    { tenant_id, organisation_id, id },
  )

export const devicesAt = async (q: Query, tenant_id: number, customer_id: string) =>
  (
    await q.query<{ n: number }>(
      `select count(*)::int as n from devices
        where tenant_id = :tenant_id and customer_id = :customer_id`,
      { tenant_id, customer_id },
    )
  )[0]?.n ?? 0

export const setDevicesOnly = (q: Query, tenant_id: number, customer_id: string, devices_only: boolean) =>
  q.query('update organisations set devices_only = :devices_only where tenant_id = :tenant_id and id = :customer_id', { tenant_id, customer_id, devices_only })

type Place = { status: Status; reseller_id: string | null; customer_id: string | null }

/** Moves devices to another holder; their pairings with browsers end, and so do their pairing codes. */
export const moveDevices = (q: Query, tenant_id: number, ids: readonly string[], { status, reseller_id, customer_id }: Place, now: Date) =>
  q.query(
    `update devices set status = :status, reseller_id = :reseller_id, customer_id = :customer_id, since = :now,
            browser_hash = null, pairing_code = null, pairing_until = null
      where tenant_id = :tenant_id and id = any (:ids)`,
    { tenant_id, ids, status, reseller_id, customer_id, now },
  )

/** Locks the actor's organisation, so that of two users who add or rename devices at the same time the second sees the tags of the first. */
export const lockAdding = (q: Query, { tenant_id, organisation_id }: SignedIn) =>
  q.query('select from organisations where tenant_id = :tenant_id and id = :organisation_id for no key update', { tenant_id, organisation_id })

export const knownOf = (q: Query, tenant_id: number, tags: readonly string[], serials: readonly string[], but: string | null = null) =>
  q.query<{ tag: string; serial_number: string }>(
    `select tag, serial_number from devices
      where tenant_id = :tenant_id and (tag = any (:tags) or serial_number = any (:serials))
        and id is distinct from :but`,
    { tenant_id, tags, serials, but },
  )

export const addDevices = (q: Query, tenant_id: number, ids: readonly string[], tags: readonly string[], serials: readonly string[], now: Date) =>
  q.query(
    `insert into devices (tenant_id, id, tag, serial_number, created_at)
     select :tenant_id, a.id, a.tag, a.serial, :now
       from unnest(:ids::uuid[], :tags::text[], :serials::text[]) as a(id, tag, serial) returning 1`,
    { tenant_id, ids, tags, serials, now },
  )

export const nameDevice = (q: Query, tenant_id: number, { id, tag, serial_number, status }: Pick<Held, 'id' | 'tag' | 'serial_number' | 'status'>) =>
  q.query(
    `update devices set tag = :tag, serial_number = :serial_number, status = :status
      where tenant_id = :tenant_id and id = :id`,
    { tenant_id, id, tag, serial_number, status },
  )

export const deleteDevice = (q: Query, tenant_id: number, id: string) =>
  q.query('delete from devices where tenant_id = :tenant_id and id = :id', { tenant_id, id })
