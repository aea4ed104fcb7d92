-- Changes of invoices that bypass the money functions, each with the finding that must report it. The owner of the
-- database runs and rolls back each (server/money/checks/tampering.test.ts); names after a colon are rows of the test’s
-- world.

-- an invoice has another amount due → invoices_are_documents
update invoices set due = due + 10000 where id = :invoice;

-- an invoice has less tax and more net → invoices_are_documents
update invoices set net = net + 10000, tax = tax - 10000 where id = :invoice;

-- an invoice has another number → invoices_are_documents
update invoices set document_no = document_no || '0' where id = :invoice;

-- an invoice has another tax category → invoices_are_documents
update invoices set category = 'E' where id = :invoice;

-- an invoice has another kind → invoices_are_documents
update invoices set kind = 'combined' where id = :invoice;

-- an invoice is due a year later → invoices_are_documents
update invoices set due_on = due_on + 365 where id = :invoice;

-- an invoice covers other days → invoices_are_documents
update invoices set date_to = date_to + 1 where id = :invoice;

-- an invoice was issued earlier → invoices_are_documents
update invoices set issued_on = issued_on - 1 where id = :invoice;

-- an invoice was made at another time → invoices_are_documents
update invoices set created_at = created_at - interval '1 minute' where id = :invoice;

-- an invoice has more lines than its paper → invoices_are_documents
update invoices set lines = lines + 1 where id = :invoice;

-- an invoice belongs to another customer → invoices_are_their_customers
update invoices set customer_id = :gare where id = :invoice;

-- a cancelled invoice belongs to another customer → invoices_are_their_customers
update invoices set customer_id = :gare where id = :cancelled;

-- two equal lines changed places between two invoices → invoices_hold_their_lines
update invoiced_lines set invoice_id = case line_id when :old then :invoice::uuid else :first::uuid end
 where line_id in (:old, :equal) and invoice_id in (:first, :invoice);

-- a billed sale was made on a day outside its invoice’s days → invoices_hold_their_lines
update sales set created_at = created_at - interval '40 days' where id = :equal;

-- an invoiced line names another sale → invoices_hold_their_lines
update invoiced_lines set sale_id = :bycash where line_id = :bycard;

-- a line’s goods have another name than on the paper → invoices_hold_their_lines
update sales set product_name = 'Something else' where id = :bycard;

-- a correction names another invoice → invoices_name_what_they_correct
update invoices set corrects_id = :first where id = :correction;

-- an invoice names as its cancellation a document that does not cancel it → invoices_name_what_they_correct
update invoices set cancelled_by = :correction where id = :invoice;

-- a cancelled invoice is marked as valid → invoices_name_what_they_correct
update invoices set cancelled_by = null where id = :cancelled;

-- a partial correction is marked as a full cancellation → invoices_name_what_they_correct
update invoices set cancels = true where id = :correction;

-- a payment is deleted, and the paid amount stays → invoices_are_paid
delete from invoice_payments where id = :payment;

-- a payment has a higher amount → invoices_are_paid
update invoice_payments set amount = amount + 10000 where id = :payment;

-- a payment belongs to another invoice → invoices_are_paid
update invoice_payments set invoice_id = :first where id = :payment;

-- more was paid than is due, and a payment says so too → invoices_are_paid
update invoices set paid = due + 10000 where id = :invoice;
update invoice_payments set amount = amount + (select i.paid - x.paid from invoices i, (
  select sum(p.amount) as paid from invoice_payments p where p.invoice_id = :invoice) x where i.id = :invoice)
 where id = :payment;

-- a payment of an invoice of a closed period is deleted → invoices_are_paid
delete from invoice_payments where id = :oldpayment;

-- an unpaid invoice of a closed period is marked as paid → invoices_are_paid
update invoices set paid = due where id = :oldinvoice;

-- an invoice of a closed period has another total → invoices_are_documents
update invoices set net = net + 10000, total = total + 10000 where id = :oldinvoice;

-- the lines of an invoice of a closed period are deleted → invoices_are_their_lines
delete from invoiced_lines where invoice_id = :oldinvoice;

-- an invoice of a closed period belongs to another customer → invoices_are_their_customers
update invoices set customer_id = :shop where id = :oldinvoice;

-- a reminder of level two exists without one of level one → invoices_are_reminded_in_turn
insert into invoice_reminders (tenant_id, invoice_id, level, created_by, created_at)
values (1, :invoice, 2, gen_random_uuid(), now());
