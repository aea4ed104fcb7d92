-- Since when a catalogue could not be read: the till says so, and the pause before the next reading grows with it. Null: the last
-- reading brought products, or none has ended yet.
alter table catalogues add column if not exists failing_since timestamptz;
alter table catalogues no force row level security;
update catalogues set failing_since = ended_at where outcome in ('empty', 'failed');
alter table catalogues force row level security;
