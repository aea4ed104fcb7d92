-- Changes of documents that bypass the money functions, each with the finding that must report it. The owner of the
-- database runs and rolls back each (server/money/checks/books.test.ts); names after a colon are rows of the test’s world.

-- a document has another amount → document_is_as_made
update documents set snapshot = '{"total": 13}' where id = :document;

-- a document has another number → document_is_as_made
update documents set number = 7 where id = :ending;

-- a document was changed and hashed anew → document_follows_the_one_before
update documents set snapshot = '{"total": 13}' where id = :document;
update documents d set hash = document_hash(d.tenant_id, d.id, d.key, d.owner_id, d.kind, d.series, d.circle, d.number,
  d.snapshot, d.previous, d.created_at, d.created_by) where d.id = :document;

-- a document in the middle of a series is deleted → document_follows_the_one_before
delete from documents where id = :document;

-- the last document is deleted → series_ends_with_its_last_document
delete from documents where id = :ending;

-- a number was used without a document → series_ends_with_its_last_document
update document_series set last_number = last_number + 1 where series = 'open';

-- the only document of a closed period was changed and hashed anew → closed_period_is_unchanged
update documents set snapshot = '{"total": 13}' where id = :filed;
update documents d set hash = document_hash(d.tenant_id, d.id, d.key, d.owner_id, d.kind, d.series, d.circle, d.number,
  d.snapshot, d.previous, d.created_at, d.created_by) where d.id = :filed;

-- the only document of a closed period is deleted with its series → closed_period_is_unchanged
delete from documents where id = :filed;
delete from document_series where series = 'closed';
