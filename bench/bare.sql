-- The bare design, measured beside ours, shows what a purchase costs if it does only what money and stock need. One
-- function takes PINs at the queue head of one of sixteen stripes, marks them as sold by primary key, charges one
-- wallet, and writes one sale and two ledger entries. It has no chain of organisations, no rules, no balances in its
-- answers, no row level security. :wallets, :configurations, :pins and :hot stand for the numbers of rows to make.
create schema bare;
set search_path = bare;
create table plans (plan int, denomination int, discount int not null, primary key (plan, denomination));
create table denominations (id int primary key, value bigint not null);
create table wallets (id int primary key, plan int not null, balance bigint not null, credit_limit bigint not null)
  with (fillfactor = 50);
create table tokens (hash bytea primary key, user_id int not null, wallet int not null, expires timestamptz not null);
create table sales (id bigint generated always as identity primary key, wallet int not null, key uuid not null,
  user_id int not null, denomination int not null, quantity int not null, stripe int not null, first_seq int not null,
  value bigint not null, paid bigint not null, balance_before bigint not null, balance_after bigint not null,
  created_at timestamptz not null default now());
create unique index on sales (wallet, key);
create table entries (id bigint generated always as identity primary key, sale bigint not null, account int not null,
  amount bigint not null, balance_after bigint, created_at timestamptz not null default now());
create table heads (denomination int, stripe int, next_seq int not null, end_seq int not null,
  primary key (denomination, stripe)) with (fillfactor = 20);
create table pins (denomination int not null, stripe int not null, seq int not null, batch int not null,
  serial text not null, hash bytea not null, sealed bytea not null, sale bigint) with (fillfactor = 85);

insert into denominations select d, 50000 + (d % 50) * 10000 from generate_series(1, :configurations) d;
insert into plans select p, d, 100 + (p * d) % 900
  from generate_series(1, 20) p, generate_series(1, :configurations) d;
insert into wallets select w, 1 + w % 20, 1000000000000, 500000 from generate_series(1, :wallets) w;
insert into tokens select sha256(('token' || w)::bytea), w, w, now() + interval '30 days'
  from generate_series(1, :wallets) w;
insert into pins
select d, q % 16, q / 16, 1 + q / 1000, lpad(((d::bigint * 40000000 + q) * 7919)::text, 14, '0'),
       substr(sha256((d || '-' || q)::bytea), 1, 16),
       sha256((d || 'x' || q)::bytea) || substr(sha256((d || 'y' || q)::bytea), 1, 12), null
  from generate_series(1, :configurations) d
 cross join lateral generate_series(0, case when d = :configurations then :hot else :pins end - 1) q
 order by d, q % 16, q / 16;
alter table pins add primary key (denomination, stripe, seq);
create unique index on pins (hash);
insert into heads select denomination, stripe, 0, max(seq) + 1 from pins group by 1, 2 order by 1, 2;

create function buy(p_token bytea, p_key uuid, p_denomination int, p_quantity int,
  out code text, out serials text[], out sealed bytea[]) language plpgsql as $$
declare
  v_user int; v_wallet int; v_value bigint; v_paid bigint; v_after bigint; v_sale bigint; v_stripe int; v_first int;
begin
  select t.user_id, w.id, d.value * p_quantity,
         d.value * p_quantity - (d.value * p_quantity * coalesce(x.discount, 0) + 5000) / 10000
    into v_user, v_wallet, v_value, v_paid
    from tokens t
    join wallets w on w.id = t.wallet
    join denominations d on d.id = p_denomination
    left join plans x on x.plan = w.plan and x.denomination = p_denomination
   where t.hash = p_token and t.expires > now();
  if not found then code := 'refused'; return; end if;
  update heads h set next_seq = h.next_seq + p_quantity
    from (select stripe from heads where denomination = p_denomination and next_seq + p_quantity <= end_seq
           limit 1 for update skip locked) t
   where h.denomination = p_denomination and h.stripe = t.stripe
  returning h.stripe, h.next_seq - p_quantity into v_stripe, v_first;
  -- No unlocked queue head has enough PINs, so this purchase waits for a locked one; each process begins its search at
  -- a different head.
  if not found then
    update heads h set next_seq = h.next_seq + p_quantity
      from (select stripe from heads where denomination = p_denomination and next_seq + p_quantity <= end_seq
             order by (stripe + pg_backend_pid()) % 16 limit 1 for update) t
     where h.denomination = p_denomination and h.stripe = t.stripe
    returning h.stripe, h.next_seq - p_quantity into v_stripe, v_first;
    if not found then code := 'out of stock'; return; end if;
  end if;
  v_sale := nextval('sales_id_seq');
  with stamped as (
    update pins p set sale = v_sale
     where p.denomination = p_denomination and p.stripe = v_stripe and p.seq >= v_first
       and p.seq < v_first + p_quantity and p.sale is null returning p.serial, p.sealed)
  select array_agg(s.serial), array_agg(s.sealed) into serials, sealed from stamped s;
  update wallets set balance = balance - v_paid
   where id = v_wallet and balance + credit_limit >= v_paid returning balance into v_after;
  if not found then raise exception 'credit'; end if;
  with sold as (
    insert into sales (id, wallet, key, user_id, denomination, quantity, stripe, first_seq, value, paid,
      balance_before, balance_after) overriding system value
    values (v_sale, v_wallet, p_key, v_user, p_denomination, p_quantity, v_stripe, v_first, v_value, v_paid,
      v_after + v_paid, v_after))
  insert into entries (sale, account, amount, balance_after)
  values (v_sale, v_wallet, -v_paid, v_after), (v_sale, -1, v_paid, null);
  code := 'sold';
end $$;
