// Words of a statement, in the reader's language.
import type { Language } from '../../../contract/auth.ts'
import type { ledgerKinds } from '../../../contract/ledgers.ts'

type Words = {
  title: string
  columns: Record<'created_at' | 'kind' | 'product_name' | 'debit' | 'credit' | 'balance_after', string>
  kinds: Record<'opening' | (typeof ledgerKinds)[number] | 'closing', string>
}

export const words: Record<Language, Words> = {
  en: {
    title: 'Account statement',
    columns: { created_at: 'When', kind: 'What', product_name: 'Goods', debit: 'Out', credit: 'In', balance_after: 'Balance' },
    kinds: {
      ...{ opening: 'Opening balance', sale: 'Sale', refund: 'Claim paid back', top_up: 'Top-up', auto_credit: 'Automatic top-up' },
      ...{ credit: 'Other top-up', correction: 'Correction', fee: 'Fee', closing: 'Closing balance' },
    },
  },
  de: {
    title: 'Kontoauszug',
    columns: { created_at: 'Wann', kind: 'Was', product_name: 'Ware', debit: 'Abgang', credit: 'Zugang', balance_after: 'Guthaben' },
    kinds: {
      ...{ opening: 'Anfangsbestand', sale: 'Verkauf', refund: 'Erstattung', top_up: 'Aufladung', auto_credit: 'Autom. Aufladung' },
      ...{ credit: 'Andere Aufladung', correction: 'Korrektur', fee: 'Gebühr', closing: 'Endbestand' },
    },
  },
  fr: {
    title: 'Relevé de compte',
    columns: { created_at: 'Quand', kind: 'Quoi', product_name: 'Produit', debit: 'Débit', credit: 'Crédit', balance_after: 'Solde' },
    kinds: {
      ...{ opening: 'Solde initial', sale: 'Vente', refund: 'Remboursement', top_up: 'Recharge', auto_credit: 'Recharge autom.' },
      ...{ credit: 'Autre recharge', correction: 'Correction', fee: 'Frais', closing: 'Solde final' },
    },
  },
  tr: {
    title: 'Hesap ekstresi',
    columns: { created_at: 'Ne zaman', kind: 'Ne', product_name: 'Ürün', debit: 'Çıkan', credit: 'Giren', balance_after: 'Bakiye' },
    kinds: {
      ...{ opening: 'Açılış bakiyesi', sale: 'Satış', refund: 'İade ödemesi', top_up: 'Yükleme', auto_credit: 'Otomatik yükleme' },
      ...{ credit: 'Diğer yükleme', correction: 'Düzeltme', fee: 'Ücret', closing: 'Kapanış bakiyesi' },
    },
  },
  nl: {
    title: 'Rekeningoverzicht',
    columns: { created_at: 'Wanneer', kind: 'Wat', product_name: 'Product', debit: 'Af', credit: 'Bij', balance_after: 'Saldo' },
    kinds: {
      ...{ opening: 'Beginsaldo', sale: 'Verkoop', refund: 'Terugbetaling', top_up: 'Opwaardering', auto_credit: 'Autom. opwaardering' },
      ...{ credit: 'Andere opwaardering', correction: 'Correctie', fee: 'Kosten', closing: 'Eindsaldo' },
    },
  },
}
