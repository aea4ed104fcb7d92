-- A file that is being made says so every half minute: one whose server was ended is offered again after two.
alter table exports add column seen_at timestamptz;
