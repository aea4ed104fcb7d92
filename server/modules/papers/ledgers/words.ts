// The words of an account statement, in the reader's language. They are the same as on the ledger's page.

import type { Language } from '../../../../contract/kit/languages.ts'
import type { ledgerKinds } from '../../../../contract/papers/ledgers.ts'

type Words = {
  title: string
  columns: Record<'created_at' | 'kind' | 'product_name' | 'debit' | 'credit' | 'balance_after', string>
  kinds: Record<'opening' | (typeof ledgerKinds)[number] | 'closing', string>
}

export const words: Record<Language, Words> = {
  en: {
    title: 'Ledger',
    columns: { created_at: 'When', kind: 'What', product_name: 'Goods', debit: 'Out', credit: 'In', balance_after: 'Balance' },
    kinds: {
      ...{ opening: 'Opening balance', sale: 'Sale', refund: 'Claim paid back', top_up: 'Top-up', auto_credit: 'Automatic top-up' },
      ...{ credit: 'Other top-up', correction: 'Correction', fee: 'Fee', moved_in: 'Opening balance (moved in)', closing: 'Closing balance' },
    },
  },
  de: {
    title: 'Kontoauszug',
    columns: { created_at: 'Wann', kind: 'Was', product_name: 'Ware', debit: 'Belastung', credit: 'Gutschrift', balance_after: 'Guthaben' },
    kinds: {
      ...{ opening: 'Anfangsstand', sale: 'Verkauf', refund: 'Reklamation erstattet', top_up: 'Aufladung', auto_credit: 'Automatische Aufladung' },
      ...{ credit: 'Andere Aufladung', correction: 'Korrektur', fee: 'Gebühr', moved_in: 'Anfangsstand (übernommen)', closing: 'Endstand' },
    },
  },
  fr: {
    title: 'Relevé de compte',
    columns: { created_at: 'Date', kind: 'Opération', product_name: 'Produit', debit: 'Sortie', credit: 'Entrée', balance_after: 'Solde' },
    kinds: {
      ...{ opening: 'Solde de départ', sale: 'Vente', refund: 'Réclamation remboursée', top_up: 'Crédit', auto_credit: 'Crédit automatique' },
      ...{ credit: 'Autre crédit', correction: 'Correction', fee: 'Frais', moved_in: 'Solde de départ (repris)', closing: 'Solde de fin' },
    },
  },
  tr: {
    title: 'Hesap ekstresi',
    columns: { created_at: 'Zaman', kind: 'İşlem', product_name: 'Ürün', debit: 'Çıkan', credit: 'Giren', balance_after: 'Bakiye' },
    kinds: {
      ...{ opening: 'Açılış bakiyesi', sale: 'Satış', refund: 'İade ödemesi', top_up: 'Bakiye yükleme', auto_credit: 'Otomatik yükleme' },
      ...{ credit: 'Diğer yükleme', correction: 'Düzeltme', fee: 'Ücret', moved_in: 'Açılış bakiyesi (devir)', closing: 'Kapanış bakiyesi' },
    },
  },
  nl: {
    title: 'Rekeningoverzicht',
    columns: { created_at: 'Wanneer', kind: 'Wat', product_name: 'Product', debit: 'Af', credit: 'Bij', balance_after: 'Saldo' },
    kinds: {
      ...{ opening: 'Beginsaldo', sale: 'Verkoop', refund: 'Reclamatie terugbetaald', top_up: 'Opwaardering', auto_credit: 'Automatisch opwaarderen' },
      ...{ credit: 'Andere opwaardering', correction: 'Correctie', fee: 'Kosten', moved_in: 'Beginsaldo (overgenomen)', closing: 'Eindsaldo' },
    },
  },
}
