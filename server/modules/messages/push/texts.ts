// Texts of push messages. They say how many notices are new and what the newest is about, without anybody's name, an amount, or the number of a document or a telephone.

import type { Language } from '../../../../contract/kit/languages.ts'
import type { NoticeKind } from '../../../../contract/messages/notices.ts'

type About = 'signing_in' | 'rights' | 'registrations' | 'credit' | 'approvals' | 'stock' | 'claims' | 'suppliers' | 'prices' | 'keys' | 'customers' | 'bank'

const aboutOf: Record<NoticeKind, About> = {
  login_request: 'signing_in',
  new_device: 'signing_in',
  password_changed: 'signing_in',
  login_token: 'signing_in',
  rights_changed: 'rights',
  registration_done: 'registrations',
  credit_received: 'credit',
  credit_corrected: 'credit',
  credit_low: 'credit',
  credit_request: 'approvals',
  credit_approved: 'approvals',
  credit_refused: 'approvals',
  approval_request: 'approvals',
  approval_given: 'approvals',
  approval_denied: 'approvals',
  stock_imported: 'stock',
  pool_filled: 'stock',
  stock_low: 'stock',
  pool_low: 'stock',
  stock_expiring: 'stock',
  stock_refused_again: 'stock',
  stock_stopped: 'stock',
  stock_held: 'stock',
  reclaim_new: 'claims',
  reclaim_moved: 'claims',
  reclaim_message: 'claims',
  reclaim_accepted: 'claims',
  reclaim_rejected: 'claims',
  supplier_low: 'suppliers',
  live_order_handed: 'suppliers',
  cashier_code_given: 'signing_in',
  cashier_code_used_up: 'signing_in',
  margin_negative: 'prices',
  discount_fallen: 'prices',
  prices_held: 'prices',
  reprints_odd: 'customers',
  buying_unusual: 'customers',
  api_key_made: 'keys',
  api_keys_held: 'keys',
  webhook_added: 'keys',
  webhook_stopped: 'keys',
  bank_details_changed: 'bank',
}

type Words = { one: string; more: string } & Record<About, string>

export const words: Record<Language, Words> = {
  de: {
    ...{ one: 'Neu: {about}', more: '{n} neu, zuletzt: {about}', signing_in: 'Anmeldung', rights: 'Rechte', registrations: 'Registrierungen' },
    ...{ credit: 'Guthaben', approvals: 'Freigaben', stock: 'Bestand', claims: 'Reklamationen', suppliers: 'Lieferanten', prices: 'Preise' },
    ...{ keys: 'API-Zugang', customers: 'Kunden', bank: 'Bankverbindung' },
  },
  en: {
    ...{ one: 'New: {about}', more: '{n} new, the last: {about}', signing_in: 'Login', rights: 'Rights', registrations: 'Registrations' },
    ...{ credit: 'Credit', approvals: 'Approvals', stock: 'Stock', claims: 'Claims', suppliers: 'Suppliers', prices: 'Prices' },
    ...{ keys: 'API access', customers: 'Customers', bank: 'Bank details' },
  },
  fr: {
    ...{ one: 'Nouveau : {about}', more: '{n} nouveautés, la dernière : {about}', signing_in: 'Connexion', rights: 'Droits', registrations: 'Inscriptions' },
    ...{ credit: 'Crédit', approvals: 'Approbations', stock: 'Stock', claims: 'Réclamations', suppliers: 'Fournisseurs', prices: 'Prix' },
    ...{ keys: 'Accès API', customers: 'Clients', bank: 'Coordonnées bancaires' },
  },
  nl: {
    ...{ one: 'Nieuw: {about}', more: '{n} nieuw, als laatste: {about}', signing_in: 'Inloggen', rights: 'Rechten', registrations: 'Registraties' },
    ...{ credit: 'Saldo', approvals: 'Goedkeuringen', stock: 'Voorraad', claims: 'Reclamaties', suppliers: 'Leveranciers', prices: 'Prijzen' },
    ...{ keys: 'API-toegang', customers: 'Klanten', bank: 'Bankgegevens' },
  },
  tr: {
    ...{ one: 'Yeni: {about}', more: '{n} yeni, sonuncusu: {about}', signing_in: 'Giriş', rights: 'Yetkiler', registrations: 'Kayıtlar' },
    ...{ credit: 'Bakiye', approvals: 'Onaylar', stock: 'Stok', claims: 'İade talepleri', suppliers: 'Tedarikçiler', prices: 'Fiyatlar' },
    ...{ keys: 'API erişimi', customers: 'Müşteriler', bank: 'Banka bilgileri' },
  },
}

/** The text for `n` unread notices, the newest of which is of this kind. */
export function sayIn(language: Language, kind: NoticeKind, n: number): string {
  const own = words[language]
  return (n > 1 ? own.more : own.one).replace('{n}', String(n)).replace('{about}', own[aboutOf[kind]])
}
