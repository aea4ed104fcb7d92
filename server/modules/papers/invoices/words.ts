// The words on documents, in the customer's language. The titles of self-billed documents and of corrections have a legal meaning, so neither kind may use the
// title of the other (docs/domain.md, E-invoices).

import type { Language } from '../../../../contract/kit/languages.ts'
import type { operationKinds } from '../../../../contract/papers/invoice-settings.ts'
import type { InvoiceKind } from '../../../../contract/papers/invoices.ts'

type Words = {
  titles: Record<InvoiceKind, string>
  /** The title of a correction of a self-billed document. The buyer makes this correction too, and the title must state this. */
  selfCorrection: string
  number: string
  issued: string
  period: string
  due: string
  corrects: string
  reference: string
  vatId: string
  taxNo: string
  columns: Record<'product' | 'value' | 'quantity' | 'discount' | 'net' | 'face' | 'paid' | 'sold' | 'refunded' | 'commission' | 'original', string>
  blocks: { sales: string; refunds: string }
  face: string
  less: string
  netTotal: string
  /** The word for tax, which is printed before the rate. */
  tax: string
  total: string
  prepaid: string
  toPay: string
  /** The label beside the code that fills in a transfer. */
  scan: string
  /** The following three appear only on documents of French sellers. */
  operation: string
  operations: Record<(typeof operationKinds)[number], string>
  onDebits: string
  reverse: string
  outside: string
  exempt: string
  bank: string
  register: string
  director: string
}

const en: Words = {
  selfCorrection: 'Correction of a self-billed invoice',
  titles: {
    net: 'Invoice',
    gross: 'Invoice',
    credit_note: 'Self-billed invoice',
    reclamation: 'Credit note',
    gross_reclamation: 'Credit note',
    combined: 'Invoice with returns',
  },
  ...{
    number: 'Number',
    issued: 'Date',
    period: 'Period',
    due: 'Pay by',
    corrects: 'Corrects',
    reference: 'Your reference',
    vatId: 'VAT id',
    taxNo: 'Tax number',
  },
  columns: {
    ...{ product: 'Product', value: 'Value', quantity: 'Quantity', discount: 'Discount', net: 'Net', face: 'Face value', paid: 'Price' },
    ...{ sold: 'Sold', refunded: 'Returned', commission: 'Commission', original: 'From' },
  },
  blocks: { sales: 'Sales', refunds: 'Returns' },
  ...{ face: 'Face value', less: 'Discount', netTotal: 'Net total', tax: 'VAT', total: 'Total', prepaid: 'Settled with the balance', toPay: 'To pay' },
  scan: 'Scan this code with your banking app to pay.',
  operation: 'Operation',
  operations: { goods: 'goods', services: 'services', mixed: 'goods and services' },
  onDebits: 'VAT is due on the date of the invoice (option for debits).',
  reverse: 'Reverse charge: the customer owes the VAT.',
  outside: 'Multi-purpose vouchers: VAT is due when they are used.',
  exempt: 'Exempt from VAT.',
  ...{ bank: 'Bank', register: 'Register', director: 'Director' },
}

const fr: Words = {
  selfCorrection: 'Autofacture rectificative',
  titles: {
    net: 'Facture',
    gross: 'Facture',
    credit_note: 'Autofacture',
    reclamation: 'Facture d’avoir',
    gross_reclamation: 'Facture d’avoir',
    combined: 'Facture avec retours',
  },
  ...{ number: 'Numéro', issued: 'Date', period: 'Période', due: 'À payer au plus tard le', corrects: 'Corrige', reference: 'Votre référence' },
  ...{ vatId: 'N° de TVA', taxNo: 'N° fiscal' },
  columns: {
    ...{ product: 'Produit', value: 'Valeur', quantity: 'Quantité', discount: 'Remise', net: 'Montant HT', face: 'Valeur faciale', paid: 'Prix' },
    ...{ sold: 'Vendu le', refunded: 'Rendu le', commission: 'Commission', original: 'De' },
  },
  blocks: { sales: 'Ventes', refunds: 'Retours' },
  ...{ face: 'Valeur faciale', less: 'Remise', netTotal: 'Total HT', tax: 'TVA', total: 'Total', prepaid: 'Réglé par le solde', toPay: 'À payer' },
  scan: 'Pour payer, scannez ce code avec votre application bancaire.',
  operation: 'Opération',
  operations: { goods: 'livraison de biens', services: 'prestation de services', mixed: 'biens et services' },
  onDebits: 'Option pour le paiement de la taxe d’après les débits.',
  reverse: 'Autoliquidation : la TVA est due par le client.',
  outside: 'Bons à usages multiples : la TVA est due lors de leur utilisation.',
  exempt: 'Exonéré de TVA.',
  ...{ bank: 'Banque', register: 'RCS', director: 'Dirigeant' },
}

const de: Words = {
  selfCorrection: 'Korrektur der Gutschrift',
  titles: {
    net: 'Rechnung',
    gross: 'Rechnung',
    credit_note: 'Gutschrift',
    reclamation: 'Rechnungskorrektur',
    gross_reclamation: 'Rechnungskorrektur',
    combined: 'Rechnung mit Rückgaben',
  },
  ...{ number: 'Nummer', issued: 'Datum', period: 'Zeitraum', due: 'Zahlbar bis', corrects: 'Korrigiert', reference: 'Ihr Zeichen' },
  ...{ vatId: 'USt-IdNr.', taxNo: 'Steuernummer' },
  columns: {
    ...{ product: 'Produkt', value: 'Wert', quantity: 'Menge', discount: 'Rabatt', net: 'Netto', face: 'Nennwert', paid: 'Preis' },
    ...{ sold: 'Verkauft', refunded: 'Zurückgegeben', commission: 'Provision', original: 'Aus' },
  },
  blocks: { sales: 'Verkäufe', refunds: 'Rückgaben' },
  ...{ face: 'Nennwert', less: 'Rabatt', netTotal: 'Summe netto', tax: 'USt', total: 'Summe', prepaid: 'Mit dem Guthaben verrechnet', toPay: 'Zu zahlen' },
  scan: 'Zum Bezahlen diesen Code mit der Banking-App scannen.',
  operation: 'Art der Leistung',
  operations: { goods: 'Lieferung von Waren', services: 'Dienstleistung', mixed: 'Waren und Dienstleistungen' },
  onDebits: 'Die Umsatzsteuer wird mit Rechnungsstellung fällig (Option nach Sollprinzip).',
  reverse: 'Steuerschuldnerschaft des Leistungsempfängers.',
  outside: 'Mehrzweckgutscheine: Die Umsatzsteuer entsteht erst bei der Einlösung.',
  exempt: 'Steuerfrei.',
  ...{ bank: 'Bank', register: 'Register', director: 'Geschäftsführung' },
}

const tr: Words = {
  selfCorrection: 'Alıcının düzenlediği düzeltme faturası',
  titles: {
    net: 'Fatura',
    gross: 'Fatura',
    credit_note: 'Alıcının düzenlediği fatura',
    reclamation: 'Düzeltme faturası',
    gross_reclamation: 'Düzeltme faturası',
    combined: 'İadeli fatura',
  },
  ...{ number: 'Numara', issued: 'Tarih', period: 'Dönem', due: 'Son ödeme tarihi', corrects: 'Düzeltilen', reference: 'Referansınız' },
  ...{ vatId: 'KDV no', taxNo: 'Vergi no' },
  columns: {
    ...{ product: 'Ürün', value: 'Değer', quantity: 'Adet', discount: 'İskonto', net: 'Net', face: 'Nominal değer', paid: 'Fiyat' },
    ...{ sold: 'Satış', refunded: 'İade', commission: 'Komisyon', original: 'Kaynak' },
  },
  blocks: { sales: 'Satışlar', refunds: 'İadeler' },
  ...{ face: 'Nominal değer', less: 'İskonto', netTotal: 'Net toplam', tax: 'KDV', total: 'Toplam', prepaid: 'Bakiyeden ödendi', toPay: 'Ödenecek' },
  scan: 'Ödemek için bu kodu bankacılık uygulamanızla tarayın.',
  operation: 'İşlem türü',
  operations: { goods: 'mal teslimi', services: 'hizmet', mixed: 'mal ve hizmet' },
  onDebits: 'KDV fatura tarihinde doğar (tahakkuk esası).',
  reverse: 'Vergi sorumluluğu alıcıya aittir.',
  outside: 'Çok amaçlı kuponlar: KDV kullanım sırasında doğar.',
  exempt: 'KDV’den muaf.',
  ...{ bank: 'Banka', register: 'Sicil', director: 'Yönetici' },
}

const nl: Words = {
  selfCorrection: 'Creditfactuur uitgereikt door afnemer',
  titles: {
    net: 'Factuur',
    gross: 'Factuur',
    credit_note: 'Factuur uitgereikt door afnemer',
    reclamation: 'Creditfactuur',
    gross_reclamation: 'Creditfactuur',
    combined: 'Factuur met retouren',
  },
  ...{ number: 'Nummer', issued: 'Datum', period: 'Periode', due: 'Uiterlijk te betalen op', corrects: 'Corrigeert', reference: 'Uw kenmerk' },
  ...{ vatId: 'Btw-nummer', taxNo: 'Fiscaal nummer' },
  columns: {
    ...{ product: 'Product', value: 'Waarde', quantity: 'Aantal', discount: 'Korting', net: 'Netto', face: 'Nominale waarde', paid: 'Prijs' },
    ...{ sold: 'Verkocht', refunded: 'Teruggegeven', commission: 'Commissie', original: 'Uit' },
  },
  blocks: { sales: 'Verkopen', refunds: 'Retouren' },
  ...{
    face: 'Nominale waarde',
    less: 'Korting',
    netTotal: 'Totaal netto',
    tax: 'Btw',
    total: 'Totaal',
    prepaid: 'Verrekend met het saldo',
    toPay: 'Te betalen',
  },
  scan: 'Scan deze code met uw bank-app om te betalen.',
  operation: 'Soort handeling',
  operations: { goods: 'levering van goederen', services: 'dienst', mixed: 'goederen en diensten' },
  onDebits: 'Btw is verschuldigd op de factuurdatum (optie voor debets).',
  reverse: 'Btw verlegd.',
  outside: 'Vouchers voor meervoudig gebruik: btw is verschuldigd bij inlevering.',
  exempt: 'Vrijgesteld van btw.',
  ...{ bank: 'Bank', register: 'Register', director: 'Directeur' },
}

export const words: Record<Language, Words> = { fr, de, en, tr, nl }

/** The title of a document in a language. */
export const titleOf = (language: Language, { kind, is_self_billed }: { kind: InvoiceKind; is_self_billed: boolean }) =>
  is_self_billed && kind !== 'credit_note' ? words[language].selfCorrection : words[language].titles[kind]
