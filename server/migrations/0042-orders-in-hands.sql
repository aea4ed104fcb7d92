-- An order that is a person's may be handed to another: whose it is now, and what he has to know (docs/decisions/0045).
alter table live_orders
  add column in_hands_of text not null default '',   -- a user name of the platform
  add column handed_note text not null default '';
grant update (in_hands_of, handed_note) on live_orders to portal_app;
