// Another reseller's world, in which every text is marked. No answer to anybody outside that world may contain a mark.
import { newId } from '../kit/ids.ts'
import { inTenant } from '../seeds/demo-people.ts'
import { DEMO_PASSWORD } from '../seeds/demo-world.ts'
import type { World } from '../test/world.ts'
import { signInAs } from './crowd.ts'
import type { Ids } from './ids.ts'
import type { Asker } from './raw-calls.ts'
import { shopLife } from './shop-life.ts'

export const FOREIGN = 2
export const MARK = 'FOREIGN-MARK'
/** Columns in which no two organisations may have the same value, unless it is empty. */
const ALONE = ['sub_domain', 'terminal_id', 'customer_number']

/** Makes the other reseller's world and marks its texts; returns its ids and one of its users. */
export async function foreignWorld(w: World): Promise<{ foreign: Ids; foreigner: Asker }> {
  await foreignLife(w)
  const foreign = await foreignIds(w)
  const foreigner = await foreignSeller(w)
  await markEveryText(w)
  return { foreign, foreigner }
}

async function one(w: World, text: string): Promise<string> {
  const [row] = await w.db.read(FOREIGN, (q) => q.query<{ id: string }>(text))
  return row?.id ?? newId()
}

const FOREIGN_HOST = 'rhein.localhost'

/** Makes rows that depend on users: devices, a waiting sign-in, messages, a registration, notices, audit rows. */
async function foreignLife(w: World): Promise<void> {
  await w.signIn('rhein', { host: FOREIGN_HOST })
  const asking = `update users set otp_type = 'email', login_approval = true, email = 'dieter@kiosk.example' where tenant_id = 2 and username = 'dom'`
  await inTenant(w.owner, FOREIGN, (q) => q.query(asking))
  await w.anonymous(FOREIGN_HOST).login({ username: 'dom', password: DEMO_PASSWORD })
  await inTenant(w.owner, FOREIGN, async (q) => {
    await q.query(`update logins set state = 'waiting' where tenant_id = 2`)
    await q.query(
      `insert into registrations (tenant_id, id, user_id, organisation_id, secret_hash, created_at, expires_at)
       select 2, gen_random_uuid(), id, organisation_id, '', now(), now() + interval '1 day' from users where tenant_id = 2 and username = 'dom'`,
    )
    await q.query(
      `insert into notices (tenant_id, id, organisation_id, kind, data, created_at)
       select 2, gen_random_uuid(), id, 'login_request', '{"name": "${MARK}"}', now() from organisations where tenant_id = 2`,
    )
    // Every tenant numbers its batches from one, so this high number exists only in the foreign tenant.
    await q.query(
      `insert into batches select (jsonb_populate_record(b, jsonb_build_object('batch_no', 500000, 'file_hash', '\\x00'))).* from batches b
        where tenant_id = 2 order by batch_no desc limit 1`,
    )
  })
}

async function foreignIds(w: World): Promise<Ids> {
  const shop = await shopLife(w, FOREIGN)
  const registration_id = await one(w, 'select id from registrations limit 1')
  return {
    username: 'dom',
    user_id: await one(w, `select id from users where username = 'dom'`),
    organisation_id: await one(w, `select id from organisations where kind = 'reseller'`),
    reference_id: await one(w, 'select id from logins limit 1'),
    reference: 'no secret',
    registration_id,
    registration: `${registration_id}.no-secret`,
    message_id: await one(w, 'select id from messages limit 1'),
    session_id: await one(w, 'select id from sessions order by created_at desc limit 1'),
    browser_id: await one(w, 'select id from devices_known limit 1'),
    product_id: await one(w, `select id from products limit 1`),
    configuration_id: await one(w, `select id from configurations limit 1`),
    supplier_id: await one(w, `select id from suppliers limit 1`),
    customer_id: await one(w, `select id from organisations where kind = 'seller' limit 1`),
    upload_id: await one(w, `select id from uploads limit 1`),
    sale_id: await one(w, `select id from sales order by id desc limit 1`),
    download_id: await one(w, `select download_id as id from sales where download_id is not null limit 1`),
    batch_no: await one(w, `select batch_no::text as id from batches order by batch_no desc limit 1`),
    transaction_key: 'no key',
    ...shop,
  }
}

async function foreignSeller(w: World): Promise<Asker> {
  return signInAs(
    w,
    FOREIGN,
    await one(w, `select u.id from users u join organisations o on o.id = u.organisation_id where o.kind = 'seller' and u.internal_role = 0 limit 1`),
    FOREIGN_HOST,
  )
}

/** Marks every text column of every tenant table, except columns whose values are restricted: by a constraint, or because the server looks them up. */
async function markEveryText(w: World): Promise<void> {
  const { rows } = await w.owner.query<{ table_name: string; column_name: string }>(
    `select c.table_name, c.column_name from information_schema.columns c join schema_placement p on p.object = c.table_name and p.kind = 'tenant'
      where c.table_schema = 'public' and c.data_type = 'text' and c.column_name not in ('kind', 'type', 'state', 'step', 'status', 'operation', 'level', 'ean', 'event', 'list', 'format', 'organisation_type', 'shop_type', 'terminal_state', 'channel', 'code_channel', 'otp_type', 'default_language', 'language', 'adapter',
        'username', 'payment_mode', 'price_source', 'vat_treatment', 'vat_country', 'subject', 'finding', 'category', 'billing', 'what', 'series',
        'password_hash', 'country')
        and not exists (
          select from pg_constraint k join pg_attribute a on a.attrelid = k.conrelid and k.conkey = array[a.attnum]
           where k.contype = 'c' and k.conrelid = c.table_name::regclass and a.attname = c.column_name
             and pg_get_constraintdef(k.oid) like '%= ANY (ARRAY[%')`,
  )
  const client = await w.owner.connect()
  try {
    await client.query(`begin; set local app.tenant = '${FOREIGN}'`)
    for (const { table_name, column_name } of rows)
      await client.query(
        `update ${table_name} set ${column_name} = '${MARK}-' || ${column_name} ${ALONE.includes(column_name) ? `where ${column_name} <> ''` : ''}`,
      )
    await client.query('commit')
  } finally {
    client.release()
  }
}
