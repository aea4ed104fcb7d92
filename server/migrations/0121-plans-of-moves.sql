-- Plans that a move made (docs/decisions/0101), so that undoing the move can remove them. An older server writes none and leaves them when it undoes a move.
alter table moves
  add column plan_ids uuid[] not null default '{}';
