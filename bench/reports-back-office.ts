// The data that follows the sales in the world of the reports benchmark: claims and their refunds, Z-reports of some shops, a year of invoices, and results of
// the nightly proof of the books.
import type pg from 'pg'
import { flags } from '../contract/kit/access.ts'
import { TENANT } from './world.ts'

/** One PIN in this many sales is claimed. Of the claims that are at least a fortnight old, four in five were accepted and the others rejected. */
const CLAIM_EVERY = 100
const OPEN_DAYS = 14
/** This many shops have all rights, close a Z-report each night, and ask for their own reports. */
export const SHOPS_ASKING = 100

export async function after(client: pg.Client, lines: number): Promise<void> {
  await client.query(
    `update organisations set flags = '{${flags.join(',')}}' where kind = 'seller' and name in (select 'Shop ' || n from generate_series(1, ${SHOPS_ASKING}) n)`,
  )
  await claims(client)
  await zReports(client)
  await invoices(client)
  await proofs(client, lines)
}

const claims = (client: pg.Client) =>
  client.query(
    `create temp table claimed as
       select gen_random_uuid() as pin_hash, s.*, uuidv7(c.at - clock_timestamp()) as reclamation_id, c.at as claimed_at,
              case when c.at > now() - interval '${OPEN_DAYS} days' then (array['new', 'in_review', 'in_progress'])[1 + c.h / 1000 % 3]
                when c.h / 1000 % 5 = 0 then 'rejected' else 'accepted' end as state
         from sales s
        cross join lateral (select abs(hashtext(s.id::text)) as h) x
        cross join lateral (select x.h, s.created_at + (x.h % 20) * interval '12 hours' as at) c
        where x.h % ${CLAIM_EVERY} = 0 and c.at < now() - interval '2 hours' order by c.at;
     analyze claimed;
     insert into pins (tenant_id, batch_no, seq, hash, serial, last4, sale_id)
     select ${TENANT}, ranges[1], ranges[2], uuid_send(pin_hash), lpad(ranges[2]::text, 14, '0'), lpad((ranges[2] % 10000)::text, 4, '0'), id from claimed
     on conflict do nothing;
     insert into reclamations (tenant_id, id, number, state, sale_id, batch_no, seq, seller_id, owner_id, desk_id, configuration_id, supplier_id, reason, claimed_by,
                               hands, sold_at, due_at, steps, taken_name, created_at, changed_at)
     select ${TENANT}, c.reclamation_id, row_number() over (order by c.reclamation_id), c.state, c.id, c.ranges[1], c.ranges[2], c.seller_id, c.owner_id, c.owner_id,
            c.configuration_id, b.supplier_id, 'not_working', c.user_id, array[c.user_id], c.created_at, c.created_at + interval '30 days', 1, '', c.claimed_at,
            c.claimed_at + interval '1 hour'
       from claimed c join batches b on b.batch_no = c.ranges[1] order by c.reclamation_id;
     insert into reclamation_numbers select ${TENANT}, count(*) from claimed;
     insert into reclamation_steps (tenant_id, reclamation_id, no, step, from_state, to_state, organisation_id, user_id, name, created_at)
     select ${TENANT}, c.reclamation_id, 1, 'claim', '', 'new', c.seller_id, c.user_id, 'Shop', c.claimed_at from claimed c;
     insert into refunds (tenant_id, id, reclamation_id, sale_id, seller_id, user_id, configuration_id, owner_id, product_name, quantity, value, chain, prices,
                          cost_total, vat_treatment, vat_rate, vat_country, created_at)
     select ${TENANT}, uuidv7(c.claimed_at + interval '1 hour' - clock_timestamp()), c.reclamation_id, c.id, c.seller_id, c.user_id, c.configuration_id, c.owner_id, c.product_name, 1,
            c.value, c.chain, c.prices, c.cost_total / c.quantity, c.vat_treatment, 0, '', c.claimed_at + interval '1 hour'
       from claimed c where c.state = 'accepted' order by c.claimed_at;
     insert into reclaimed_pins select ${TENANT}, c.ranges[1], c.ranges[2], r.id from refunds r join claimed c on c.reclamation_id = r.reclamation_id`,
  )

/** Inserts a Z-report each night for each shop that asks for reports; today's shift is still running. */
const zReports = (client: pg.Client) =>
  client.query(
    `create function pg_temp.euro(p_amount numeric) returns text language sql immutable as $$ select trim_scale(p_amount / 10000)::text $$;
     update tenants set shifts_since = now() - interval '400 days';
     create temp table asking as
       select o.id, u.id as user_id from organisations o join users u on u.organisation_id = o.id where o.kind = 'seller' and 'has_reports' = any (o.flags);
     create temp table line as
       select s.seller_id, s.id, (s.created_at at time zone 'Europe/Berlin')::date as day, s.quantity, s.value * s.quantity as face, s.amount_total as paid, false as back
         from sales s join asking a on a.id = s.seller_id
       union all
       select r.seller_id, r.id, (r.created_at at time zone 'Europe/Berlin')::date, r.quantity, r.value * r.quantity, 0, true from refunds r join asking a on a.id = r.seller_id;
     create index on line (seller_id, day);
     analyze line;
     create temp table z as
       select a.id as seller_id, a.user_id, d.day, row_number() over (partition by a.id order by d.day) as number, gen_random_uuid() as key,
              uuidv7(d.at - clock_timestamp()) as document_id, d.at, x.*
         from asking a
        cross join lateral (select day::date as day, (day::date + interval '23 hours 59 minutes') at time zone 'Europe/Berlin' as at
                              from generate_series(current_date - 364, current_date - 1, interval '1 day') day) d
        cross join lateral (select count(*) filter (where not l.back) as sales, coalesce(sum(l.quantity) filter (where not l.back), 0) as quantity,
                                   coalesce(sum(l.face) filter (where not l.back), 0) as face, coalesce(sum(l.paid), 0) as paid,
                                   coalesce(sum(l.face) filter (where l.back), 0) as back
                              from line l where l.seller_id = a.id and l.day = d.day) x;
     insert into document_series select ${TENANT}, seller_id, 'z_report', 'shop', 0, max(number) from z group by seller_id;
     insert into documents (tenant_id, id, key, owner_id, kind, series, circle, number, snapshot, previous, hash, created_at, created_by)
     select ${TENANT}, z.document_id, z.key, z.seller_id, 'z_report', 'shop', 0, z.number,
            jsonb_build_object('till_id', z.user_id, 'user_id', z.user_id, 'masked', false, 'shop', jsonb_build_object('name', 'Shop', 'address', '', 'city', '',
              'reseller', 'Reseller'), 'username', 'shop', 'full_name', '', 'device', '', 'closed_by', '', 'closed_at', to_jsonb(z.at), 'opened_at',
              to_jsonb(z.at - interval '1 day'), 'sales', z.sales, 'quantity', z.quantity, 'face_total', pg_temp.euro(z.face), 'bought_total', pg_temp.euro(z.paid),
              'first', null, 'last', null, 'types', '[]'::jsonb, 'hours', '[]'::jsonb, 'showings', '[]'::jsonb, 'carried', '[]'::jsonb, 'open', '[]'::jsonb,
              'credit', null, 'drawer', null,
              'refunds', jsonb_build_object('quantity', 0, 'face_total', pg_temp.euro(z.back), 'bought_total', '0', 'rows', '[]'::jsonb),
              'goods', (select coalesce(jsonb_agg(jsonb_build_object('product_type', 'cash_card', 'product_name', 'Product ' || n, 'value', '10', 'sales', 1,
                          'quantity', 1, 'face_total', '10', 'bought_total', '9')), '[]') from generate_series(1, least(z.sales, 20)) n)),
            '', sha256(z.key::text::bytea), z.at, z.user_id from z;
     insert into shift_lines select ${TENANT}, l.id, z.document_id from line l join z on z.seller_id = l.seller_id and z.day = l.day;
     insert into shift_lines select ${TENANT}, l.id, z.document_id from line l join z on z.seller_id = l.seller_id and z.day = current_date - 364 and l.day < z.day;
     insert into shifts (tenant_id, till_id, seller_id, document_id, opened_at, transfers, decided)
     select ${TENANT}, z.user_id, z.seller_id, z.document_id, z.at, (select count(*) from line l where l.seller_id = z.seller_id and l.day <= z.day), z.at
       from z where z.day = current_date - 1`,
  )

/**
 * Inserts a net invoice for each customer and each month until the one before last; most invoices are paid. The last month has no invoices, because the
 * measured run makes them.
 */
const invoices = (client: pg.Client) =>
  client.query(
    `alter table invoiced_lines drop constraint invoiced_lines_pkey; drop index invoiced_lines_of_invoice;
     create temp table billed as
       select s.seller_id, date_trunc('month', s.created_at at time zone 'Europe/Berlin')::date as month, gen_random_uuid() as run_id, count(*)::int as lines,
              sum(s.amount_total)::bigint as amount
         from sales s group by 1, 2;
     delete from billed where month >= date_trunc('month', current_date - interval '1 month');
     alter table billed add column invoice_id uuid, add column no bigint;
     update billed b set invoice_id = n.id, no = n.no
       from (select seller_id, month, row_number() over (order by month, seller_id) as no, uuidv7(month + interval '35 days' - now()::timestamp) as id from billed) n
      where n.seller_id = b.seller_id and n.month = b.month;
     create unique index on billed (seller_id, month); analyze billed;
     insert into invoices (tenant_id, id, issuer_id, customer_id, kind, category, document_no, run_id, date_from, date_to, issued_on, due_on, lines, lines_total, net,
                           tax, total, due, paid, search, created_at)
     select ${TENANT}, b.invoice_id, o.parent_id, b.seller_id, 'net', 'O', 'RE-' || b.no, b.run_id, b.month, (b.month + interval '1 month')::date - 1,
            (b.month + interval '35 days')::date, (b.month + interval '49 days')::date, b.lines, b.amount, b.amount, 0, b.amount, b.amount,
            case b.no % 20 when 0 then 0 else b.amount end, lower('RE-' || b.no || ' ' || o.name), b.month + interval '35 days'
       from billed b join organisations o on o.id = b.seller_id order by b.no;
     insert into invoice_payments (tenant_id, invoice_id, id, amount, paid_on, remarks, created_by, created_at)
     select ${TENANT}, i.id, gen_random_uuid(), i.paid, i.due_on, '', i.issuer_id, i.created_at from invoices i where i.paid <> 0;
     insert into invoiced_lines (tenant_id, customer_id, line_id, sale_id, invoice_id)
     select ${TENANT}, s.seller_id, s.id, s.id, b.invoice_id
       from sales s join billed b on b.seller_id = s.seller_id and b.month = date_trunc('month', s.created_at at time zone 'Europe/Berlin')::date;
     alter table invoiced_lines add primary key (tenant_id, customer_id, line_id);
     create index invoiced_lines_of_invoice on invoiced_lines (tenant_id, invoice_id)`,
  )

const proofs = (client: pg.Client, lines: number) =>
  client.query(
    `insert into proof_runs (tenant_id, id, kind, started_at, ended_at, looked_at, findings)
     select $1, uuidv7(make_interval(days => -n)), 'nightly', now() - make_interval(days => n), now() - make_interval(days => n),
            jsonb_build_object('rules', 60, 'lines', $2::int, 'transfers', $2::int, 'periods', 1, 'batches', 1), '[]'
       from generate_series(1, 400) n`,
    [TENANT, lines],
  )
