-- Refused deliveries of a day are counted for those above their owner too: whoever makes owners without end learns no more by them than one may.
alter table stock_refusals add column below int not null default 0;
