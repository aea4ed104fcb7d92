// Data of a tenant's shop that the demo world lacks: a terminal, an export, a pool, a change of prices, a waiting booking, remarks.
import { berlinDay } from '../kit/berlin.ts'
import { newId } from '../kit/ids.ts'
import { billSales } from '../modules/papers/invoices/issue.ts'
import { sealedFor as fileBound } from '../modules/sales/reclamations/attachment.ts'
import { sealSaved } from '../modules/till/saved-numbers/saved-numbers.ts'
import { rowsOf } from '../test/arrange.ts'
import { catalogueProduct } from '../test/online.ts'
import type { World } from '../test/world.ts'
import type { Ids } from './ids.ts'

export type ShopIds = Pick<
  Ids,
  | 'device_id'
  | 'webhook_id'
  | 'delivery_id'
  | 'pool_id'
  | 'gift_card_id'
  | 'discount_plan_id'
  | 'change_id'
  | 'request_id'
  | 'export_id'
  | 'reclaim_id'
  | 'file_id'
  | 'invoice_id'
  | 'connection_id'
  | 'live_product_id'
  | 'number_id'
  | 'planned_id'
  | 'move_id'
  | 'line_id'
  | 'supplier_contact_id'
  | 'mandate_id'
  | 'collection_id'
  | 'return_id'
  | 'status_notice_id'
>

const DAY_MS = 24 * 60 * 60 * 1000

/** SQL: the ids that all other rows need: those of the top-level reseller, its manager, a shop, a plan, goods and a batch. */
const GROUND = `
  select o.id as reseller_id, u.id as user_id, s.id as shop_id, p.id as plan_id, c.product_id, b.batch_no
    from organisations o
    join users u on u.tenant_id = $1 and u.organisation_id = o.id and u.internal_role = 0
    join organisations s on s.tenant_id = $1 and s.parent_id = o.id and s.kind = 'seller'
    join plans p on p.tenant_id = $1 and p.owner_id = o.id
    join batches b on b.tenant_id = $1 and b.owner_id = o.id
    join configurations c on c.tenant_id = $1 and c.id = b.configuration_id
   where o.tenant_id = $1 and o.kind = 'reseller' order by cardinality(o.path), o.id, u.id, s.id, p.id, b.batch_no limit 1`
type ShopRoot = { reseller_id: string; user_id: string; shop_id: string; plan_id: string; product_id: string; batch_no: number }

export async function shopLife(w: World, tenant_id: number): Promise<ShopIds> {
  const [ground] = await rowsOf<ShopRoot>(w, GROUND, [tenant_id], tenant_id)
  if (!ground) throw new Error('no shop')
  const { reseller_id, user_id, shop_id, plan_id, product_id, batch_no } = ground
  const [device_id = '', pool_id = '', change_id = '', request_id = '', export_id = '', reclaim_id = '', file_id = ''] = Array.from({ length: 7 }, newId)
  const put = (sql: string, ...values: unknown[]) => rowsOf(w, sql, [tenant_id, ...values], tenant_id)
  const serial = `SN-${device_id.slice(-8)}`
  await put(
    `insert into devices (tenant_id, id, tag, serial_number, status, reseller_id, customer_id, since, created_at) values ($1, $2, $3, $4, 'assigned', $5, $6, now(), now())`,
    ...[device_id, `T-${serial}`, serial, reseller_id, shop_id],
  )
  await put(
    `insert into exports (tenant_id, id, user_id, list, asked, format, file_name, file_key, state, created_at, expires_at)
     values ($1, $2, $3, 'customersList', '{}', 'csv', 'customers.csv', '', 'failed', now(), now() + interval '1 day')`,
    ...[export_id, user_id],
  )
  await put(
    `insert into configurations (tenant_id, id, product_id, value, info, is_pool, created_at) values ($1, $2, $3, 1, 'pool', true, now())`,
    pool_id,
    product_id,
  )
  await put(
    `insert into price_changes (tenant_id, id, plan_id, before, after, created_by, created_at) values ($1, $2, $3, '[]', '[]', $4, now())`,
    ...[change_id, plan_id, user_id],
  )
  await put(
    `insert into credit_requests (tenant_id, id, organisation_id, wallet_id, type, amount, payment_mode, asked_by, asked_name, asked_at)
     select $1, $2, w.parent_id, w.organisation_id, 'top_up', 10000, 'cash', $4, 'Somebody', now() from wallets w where w.tenant_id = $1 and w.organisation_id = $3`,
    ...[request_id, shop_id, user_id],
  )
  await put(
    `insert into custody (tenant_id, id, batch_no, event, user_id, who, note, at) values ($1, $2, $3, 'published', $4, 'Somebody', 'a note', now())`,
    ...[newId(), batch_no, user_id],
  )
  await put(
    `update organisations set remarks = 'a remark', terminal_id = $3, terminal_state = 'activated', stopped_reason = 'a reason' where tenant_id = $1 and id = $2`,
    shop_id,
    `T-${serial}`,
  )
  await put('insert into reclamation_numbers (tenant_id, last) values ($1, 1)')
  // Makes a claim for the demo world’s last sale from stock, with its history and a file.
  await put(
    `insert into reclamations (tenant_id, id, number, sale_id, batch_no, seq, seller_id, owner_id, desk_id, configuration_id, supplier_id, reason, remarks, claimed_by, hands,
                               sold_at, steps, taken_name, created_at, changed_at)
     select $1, $2, 1, s.id, s.ranges[1], s.ranges[2], s.seller_id, s.owner_id, s.chain[2], s.configuration_id, b.supplier_id, 'other', 'a remark', $3, array[$3]::uuid[],
            s.created_at, 1, 'Somebody', now(), now()
       from sales s join batches b on b.tenant_id = $1 and b.batch_no = s.ranges[1]
      where s.tenant_id = $1 and cardinality(s.prices) > 0 and s.ranges <> '{}' order by s.id desc limit 1`,
    ...[reclaim_id, user_id],
  )
  await put(
    `insert into reclamation_steps (tenant_id, reclamation_id, no, step, from_state, to_state, organisation_id, user_id, name, note, created_at)
     select tenant_id, id, 1, 'claim', 'new', 'new', seller_id, claimed_by, 'Somebody', 'a note', created_at from reclamations where tenant_id = $1 and id = $2`,
    reclaim_id,
  )
  await put(
    `insert into reclamation_files (tenant_id, id, reclamation_id, name, type, sealed, user_id, person, created_at)
     values ($1, $2, $3, 'slip.pdf', 'application/pdf', $4, $5, 'Somebody', now())`,
    ...[file_id, reclaim_id, w.services.keys.seal(fileBound(file_id), ''), user_id],
  )
  const number_id = newId()
  await put(
    `insert into saved_numbers (tenant_id, id, organisation_id, recipient_index, sealed, saved_at) values ($1, $2, $3, 'of nobody', $4, now())`,
    ...[number_id, shop_id, sealSaved(w.services.keys, tenant_id, number_id, { mobile_number: '+6595123199', name: 'a name' })],
  )
  const planned_id = newId()
  await put(
    `insert into planned_prices (tenant_id, id, organisation_id, setters, plan_id, kind, name, input, valid_from, tell_till, tell_mail, entered_by, entered_name, entered_at)
     select $1, $2, o.parent_id, array[o.parent_id], $3, 'plan_prices', 'a plan', '{"entries":[]}', '2999-01-01', true, true, '{}', 'Somebody', now()
       from organisations o where o.tenant_id = $1 and o.id = $4`,
    ...[planned_id, plan_id, shop_id],
  )
  const move_id = newId()
  await put(
    `insert into moves (tenant_id, id, organisation_id, user_id, asked_by, content, remarks, state, claimed_until, created_at)
     values ($1, $2, $3, $4, '{}', '', 'opening balance', 'done', now(), now())`,
    ...[move_id, reseller_id, user_id],
  )
  await put(
    `insert into move_rows (tenant_id, move_id, row, customer_id, balance_key, name, username, balance, credit_limit, prices, outcome)
     select $1, $2, 1, o.id, $3, o.name, 'a user name', 0, 0, '[]', 'made' from organisations o where o.tenant_id = $1 and o.id = $4`,
    ...[move_id, newId(), shop_id],
  )
  const line_id = newId()
  await put(
    `insert into bank_lines (tenant_id, id, organisation_id, content, account, booked_on, amount, name, iban, reference, file_name, taken_by, taken_at)
     values ($1, $2, $3, 'a digest', '', '2026-03-02', 10000, 'A payer', '', 'a purpose', 'statement.xml', 'Somebody', now())`,
    ...[line_id, reseller_id],
  )
  const [webhook_id, delivery_id] = [newId(), newId()]
  await put(
    `insert into webhooks (tenant_id, id, organisation_id, url, events, is_active, next_try_at, read_until, created_at)
     values ($1, $2, $3, 'https://shop.example/hook', '{sale.completed}', false, now(), now(), now())`,
    ...[webhook_id, shop_id],
  )
  await put(
    `insert into webhook_deliveries (tenant_id, id, webhook_id, organisation_id, event, message_id, body, state, created_at)
     values ($1, $2, $3, $4, 'sale.completed', 'sale_1', '{}', 'failed', now())`,
    ...[delivery_id, webhook_id, shop_id],
  )
  const invoice_id = await anInvoice(w, tenant_id, ground)
  const { connection_id, live_product_id } = await catalogueProduct(w, tenant_id)
  const supplier_contact_id = newId()
  await put(
    `insert into supplier_contacts (tenant_id, id, supplier_id, name, task, email, telephone, remarks, created_at)
     select $1, $2, s.id, 'Person', 'orders', 'person@example.test', '', '', now() from suppliers s
      where s.tenant_id = $1 and s.owner_id = $3 order by s.id limit 1`,
    ...[supplier_contact_id, reseller_id],
  )
  const mandate_id = newId()
  await put(
    `insert into mandates (tenant_id, id, owner_id, customer_id, mandate_reference, account_holder, iban, bic, signed_on, scheme, created_at)
     values ($1, $2, $3, $4, 'M-1', 'Shop', 'DE02120300000000202051', '', '2026-01-05', 'core', now())`,
    ...[mandate_id, reseller_id, shop_id],
  )
  const [collection_id, collection_line_id, return_id] = [newId(), newId(), newId()]
  await put(
    `insert into collections (tenant_id, id, owner_id, content, scheme, collect_on, lines, total, file, created_by, created_at)
     values ($1, $2, $3, '', 'core', '2026-01-12', 1, 10000, '<Document/>', 'Somebody', now())`,
    ...[collection_id, reseller_id],
  )
  await put(
    `insert into collection_lines (tenant_id, id, collection_id, invoice_id, mandate_id, amount, sequence)
     values ($1, $2, $3, $4, $5, 10000, 'first')`,
    ...[collection_line_id, collection_id, invoice_id, mandate_id],
  )
  await put(
    `insert into debit_returns (tenant_id, id, owner_id, line_id, booked_on, fee, reason, taken_by, taken_at)
     values ($1, $2, $3, $4, '2026-01-20', 0, 'AM04', 'Somebody', now())`,
    ...[return_id, reseller_id, collection_line_id],
  )
  const status_notice_id = newId()
  await put(
    `insert into status_notices (tenant_id, id, owner_id, headline, kind, valid_from, valid_until, note, created_at, changed_at)
     values ($1, $2, $3, 'First', 'disturbance', '2026-12-25', '2026-12-25', 'First', now(), now())`,
    ...[status_notice_id, reseller_id],
  )
  return {
    status_notice_id,
    collection_id,
    return_id,
    mandate_id,
    supplier_contact_id,
    reclaim_id,
    invoice_id,
    file_id,
    device_id,
    webhook_id,
    delivery_id,
    pool_id,
    change_id,
    request_id,
    export_id,
    connection_id,
    live_product_id,
    number_id,
    planned_id,
    move_id,
    line_id,
    discount_plan_id: plan_id,
    gift_card_id: `${batch_no}-0`,
  }
}

/** Makes an invoice for the shop's sales so far. */
async function anInvoice(w: World, tenant_id: number, { reseller_id, shop_id, user_id }: ShopRoot): Promise<string> {
  const now = w.clock.now()
  const date_from = berlinDay(new Date(now.getTime() - 40 * DAY_MS))
  const billing = { tenant_id, issuer_id: reseller_id, customer_id: shop_id, user_id, run_id: newId(), date_from, date_to: berlinDay(now), now }
  const { made } = await w.services.db.write(tenant_id, (q) => billSales(q, billing))
  return made[0]?.invoice_id ?? ''
}
