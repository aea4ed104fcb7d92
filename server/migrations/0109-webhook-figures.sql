-- The figures of a webhook that its page shows, without counting thirty days of deliveries.
alter table webhooks add column delivered_at timestamptz; -- when a delivery arrived last
create index webhook_deliveries_failed on webhook_deliveries (tenant_id, webhook_id) where state = 'failed';
