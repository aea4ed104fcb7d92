// The module's public interface: in which state a mandate is.

/**
 * SQL over mandate `m` and the day `:today`: its state. By the rulebook a mandate that was not used for 36 months must not be used any more; a mandate that was
 * never used counts from its signature.
 */
export const MANDATE_STATE = `
  case when m.revoked_on is not null then 'revoked'
       when coalesce(m.last_used_on, m.signed_on) + interval '36 months' < :today::date then 'expired'
       when m.last_used_on is null then 'unused' else 'in_use' end`
