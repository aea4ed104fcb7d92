-- What a shop sold over suppliers in the last minutes and days is counted at each such sale (live_room).
create index holds_of_shop on holds (tenant_id, seller_id, created_at);
