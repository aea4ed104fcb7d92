-- The people and goods of the benchmarks' world, in tenant 1: one reseller, :wallets shops with money and an open
-- session each, :configurations configurations on offer through twenty plans. Ids are computed, so that a load
-- generator can name them without a query (bench/world.ts).
begin;
create function pg_temp.u(p_kind int, p_n bigint) returns uuid language sql immutable as
$$ select (lpad(to_hex(p_kind), 8, '0') || '-0000-7000-8000-' || lpad(to_hex(p_n), 12, '0'))::uuid $$;

insert into tenants values (1, 'Bench', now());
insert into hosts values ('localhost', 1, pg_temp.u(1, 1));
insert into organisations (tenant_id, id, parent_id, kind, path, name, name_search, created_at) values
  (1, pg_temp.u(1, 0), null, 'platform', array[pg_temp.u(1, 0)], 'Platform', 'platform', now()),
  (1, pg_temp.u(1, 1), pg_temp.u(1, 0), 'reseller', array[pg_temp.u(1, 0), pg_temp.u(1, 1)], 'Reseller', 'reseller', now());
insert into plans select 1, pg_temp.u(2, p), pg_temp.u(1, 1), 'Plan ' || p, now() from generate_series(1, 20) p;
insert into organisations (tenant_id, id, parent_id, kind, path, name, name_search, flags, plan_id, created_at)
select 1, pg_temp.u(3, w), pg_temp.u(1, 1), 'seller', array[pg_temp.u(1, 0), pg_temp.u(1, 1), pg_temp.u(3, w)], 'Shop ' || w, 'shop ' || w, '{has_cash_card}', pg_temp.u(2, 1 + w % 20), now()
  from generate_series(1, :wallets) w;
insert into users (tenant_id, id, organisation_id, username, password_hash, created_at)
select 1, pg_temp.u(4, w), pg_temp.u(3, w), 'shop' || w, '-', now() from generate_series(1, :wallets) w;
insert into sessions (tenant_id, id, token_hash, user_id, created_at, last_seen_at)
select 1, pg_temp.u(5, w), sha256(('bench-token-of-shop-' || w)::bytea), pg_temp.u(4, w), now(), now() from generate_series(1, :wallets) w;
insert into wallets (tenant_id, organisation_id, parent_id, balance, transfers)
select 1, pg_temp.u(3, w), pg_temp.u(1, 1), 1000000000000, 1 from generate_series(1, :wallets) w;
insert into customer_counts (tenant_id, parent_id, customers, active) values (1, pg_temp.u(1, 1), :wallets, :wallets);
insert into transfers (tenant_id, wallet_id, seq, payer_id, payee_id, amount, kind, cause_id, balance_after, created_by, created_at)
select 1, pg_temp.u(3, w), 1, pg_temp.u(1, 1), pg_temp.u(3, w), 1000000000000, 'top_up', pg_temp.u(3, w), 1000000000000, pg_temp.u(4, w), now() - w * interval '1 ms' from generate_series(1, :wallets) w;
insert into transaction_keys (tenant_id, key, operation, user_id, content, cause_id, answer, created_at)
select 1, pg_temp.u(10, w), 'booking', pg_temp.u(4, w), '', pg_temp.u(3, w),
       jsonb_build_object('customer_id', pg_temp.u(3, w), 'amount', 1000000000000, 'balance_before', 0, 'balance_after', 1000000000000), now() - w * interval '1 ms'
  from generate_series(1, :wallets) w;
insert into suppliers (tenant_id, id, owner_id, company, created_at) values (1, pg_temp.u(6, 1), pg_temp.u(1, 1), 'Supplier', now());
insert into products (tenant_id, id, owner_id, name, name_search, type, pin_length, created_at)
select 1, pg_temp.u(7, p), pg_temp.u(1, 1), 'Product ' || p, 'product ' || p, 'cash_card', 16, now() from generate_series(1, 1 + (:configurations - 1) / 10) p;
insert into configurations (tenant_id, id, product_id, value, created_at)
select 1, pg_temp.u(8, c), pg_temp.u(7, 1 + (c - 1) / 10), 50000 + (c % 50) * 10000, now() from generate_series(1, :configurations) c;
insert into plan_entries (tenant_id, id, plan_id, product_id, configuration_id, discount)
select 1, pg_temp.u(9, p * 100000 + c), pg_temp.u(2, p), pg_temp.u(7, 1 + (c - 1) / 10), pg_temp.u(8, c), 100 + (p * c) % 900 from generate_series(1, 20) p, generate_series(1, :configurations) c;
commit;
