// Writes a document by EN 16931 in the syntax UN/CEFACT CII. XRechnung and Factur-X are the same model with different guideline ids. The schema (D16B)
// prescribes the order of the elements.
import { type Attributes, cents, escaped, tag } from '../../../kit/xml.ts'
import { addressOf, type EInvoice } from './en16931.ts'

export const guidelines = {
  xrechnung: 'urn:cen.eu:en16931:2017#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0',
  factur_x: 'urn:cen.eu:en16931:2017',
} as const
const PROCESS = 'urn:fdc:peppol.eu:2017:poacc:billing:01:1.0'

const NAMESPACES = {
  'xmlns:rsm': 'urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100',
  'xmlns:qdt': 'urn:un:unece:uncefact:data:standard:QualifiedDataType:100',
  'xmlns:ram': 'urn:un:unece:uncefact:data:standard:ReusableAggregateBusinessInformationEntity:100',
  'xmlns:udt': 'urn:un:unece:uncefact:data:standard:UnqualifiedDataType:100',
}
/** The code for the French business register in ISO 6523. */
const SIREN = '0002'
/** The code in UNTDID 2475 that says that VAT is due on the date of the invoice. */
const ON_DEBITS = '5'
/** The codes for how a document is paid: by SEPA transfer, or by settlement against a balance. */
const MEANS = { transfer: '58', balance: '97' } as const

/** A French document states in one code what kind of operation it is about and whether it is paid: B1, for example, is goods that are not paid yet. */
const processOf = ({ operation_kind, due, total }: EInvoice) =>
  operation_kind ? `${{ goods: 'B', services: 'S', mixed: 'M' }[operation_kind]}${due === 0 && total !== 0 ? 2 : 1}` : PROCESS

const ram = (name: string, content: string | readonly string[], attributes?: Attributes) => tag(`ram:${name}`, content, attributes)
const text = (name: string, value: string, attributes?: Attributes) => ram(name, escaped(value), attributes)

const WHOLE = 10_000_000_000n
const unitPrice = (amount: bigint) =>
  `${amount < 0n ? '-' : ''}${magnitude(amount) / WHOLE}.${String(magnitude(amount) % WHOLE).padStart(10, '0')}`.replace(/0{1,8}$/, '')
const magnitude = (amount: bigint) => (amount < 0n ? -amount : amount)
const rate = (hundredths: number) => (hundredths / 100).toFixed(2)
const date = (name: string, day: string, type = 'udt') => ram(name, tag(`${type}:DateTimeString`, day.replaceAll('-', ''), { format: '102' }))

export function ciiOf(invoice: EInvoice, guideline: keyof typeof guidelines): string {
  const context = tag('rsm:ExchangedDocumentContext', [
    ram('BusinessProcessSpecifiedDocumentContextParameter', text('ID', guideline === 'factur_x' ? processOf(invoice) : PROCESS)),
    ram('GuidelineSpecifiedDocumentContextParameter', text('ID', guidelines[guideline])),
  ])
  const document = tag('rsm:ExchangedDocument', [
    text('ID', invoice.number),
    text('TypeCode', invoice.type_code),
    date('IssueDateTime', invoice.issued_on),
    ...invoice.notes.map((note) => ram('IncludedNote', text('Content', note))),
  ])
  const transaction = tag('rsm:SupplyChainTradeTransaction', [
    ...invoice.lines.map(lineOf),
    ram('ApplicableHeaderTradeAgreement', [
      text('BuyerReference', invoice.buyer_reference),
      ram('SellerTradeParty', partyOf(invoice.seller, true)),
      ram('BuyerTradeParty', partyOf(invoice.buyer, false)),
    ]),
    tag('ram:ApplicableHeaderTradeDelivery', ram('ActualDeliverySupplyChainEvent', date('OccurrenceDateTime', invoice.date_to)), {}, true),
    ram('ApplicableHeaderTradeSettlement', settlementOf(invoice)),
  ])
  return `<?xml version="1.0" encoding="UTF-8"?>\n${tag('rsm:CrossIndustryInvoice', [context, document, transaction], NAMESPACES)}\n`
}

const lineOf = (line: EInvoice['lines'][number], i: number) =>
  ram('IncludedSupplyChainTradeLineItem', [
    ram('AssociatedDocumentLineDocument', [text('LineID', String(i + 1)), ram('IncludedNote', text('Content', line.note))]),
    ram('SpecifiedTradeProduct', text('Name', line.name)),
    ram('SpecifiedLineTradeAgreement', ram('NetPriceProductTradePrice', text('ChargeAmount', unitPrice(line.unit)))),
    ram('SpecifiedLineTradeDelivery', text('BilledQuantity', String(line.quantity), { unitCode: 'H87' })),
    ram('SpecifiedLineTradeSettlement', [
      ram('ApplicableTradeTax', [text('TypeCode', 'VAT'), text('CategoryCode', line.category), lineRateOf(line)]),
      ram('SpecifiedTradeSettlementLineMonetarySummation', text('LineTotalAmount', cents(line.net))),
    ]),
  ])

/** A line outside VAT states no rate, not even 0 (BR-O-05). Only the breakdown of the tax states 0 for it (BR-DE-14). */
const lineRateOf = (line: { category: string; rate: number }) => (line.category === 'O' ? '' : text('RateApplicablePercent', rate(line.rate)))

const partyOf = (party: EInvoice['seller'], isSeller: boolean) => [
  // A seller outside VAT may not state its VAT id, so it is identified by its tax number.
  isSeller && party.vat_id === '' ? text('ID', party.tax_no) : '',
  text('Name', party.name),
  ram('SpecifiedLegalOrganization', party.siren ? text('ID', party.siren, { schemeID: SIREN }) : text('ID', party.register_no)),
  isSeller
    ? ram('DefinedTradeContact', [
        text('PersonName', party.contact_name),
        ram('TelephoneUniversalCommunication', text('CompleteNumber', party.contact_phone)),
        ram('EmailURIUniversalCommunication', text('URIID', party.contact_email)),
      ])
    : '',
  ram('PostalTradeAddress', [
    text('PostcodeCode', party.postal),
    text('LineOne', party.address),
    text('CityName', party.city),
    text('CountryID', party.country),
  ]),
  ram('URIUniversalCommunication', text('URIID', addressOf(party) ?? '', { schemeID: 'EM' })),
  ram('SpecifiedTaxRegistration', text('ID', party.vat_id, { schemeID: 'VA' })),
  isSeller ? ram('SpecifiedTaxRegistration', text('ID', party.tax_no, { schemeID: 'FC' })) : '',
]

const settlementOf = ({ account, taxes, preceding, ...invoice }: EInvoice) => [
  text('InvoiceCurrencyCode', 'EUR'),
  ram(
    'SpecifiedTradeSettlementPaymentMeans',
    account
      ? [
          text('TypeCode', MEANS.transfer),
          ram('PayeePartyCreditorFinancialAccount', [text('IBANID', account.iban), text('AccountName', account.name)]),
          ram('PayeeSpecifiedCreditorFinancialInstitution', text('BICID', account.bic)),
        ]
      : text('TypeCode', MEANS.balance),
  ),
  ...taxes.map((tax) =>
    ram('ApplicableTradeTax', [
      text('CalculatedAmount', cents(tax.tax)),
      text('TypeCode', 'VAT'),
      text('ExemptionReason', tax.reason),
      text('BasisAmount', cents(tax.net)),
      text('CategoryCode', tax.category),
      text('ExemptionReasonCode', tax.reason_code),
      invoice.vat_on_debits ? text('DueDateTypeCode', ON_DEBITS) : '',
      text('RateApplicablePercent', rate(tax.rate)),
    ]),
  ),
  ram('BillingSpecifiedPeriod', [date('StartDateTime', invoice.date_from), date('EndDateTime', invoice.date_to)]),
  invoice.due_on === null ? '' : ram('SpecifiedTradePaymentTerms', date('DueDateDateTime', invoice.due_on)),
  ram('SpecifiedTradeSettlementHeaderMonetarySummation', [
    text('LineTotalAmount', cents(invoice.net)),
    text('TaxBasisTotalAmount', cents(invoice.net)),
    text('TaxTotalAmount', cents(invoice.tax), { currencyID: 'EUR' }),
    text('GrandTotalAmount', cents(invoice.total)),
    text('TotalPrepaidAmount', cents(invoice.prepaid)),
    text('DuePayableAmount', cents(invoice.due)),
  ]),
  ...preceding.map(({ number, issued_on }) =>
    ram('InvoiceReferencedDocument', [text('IssuerAssignedID', number), date('FormattedIssueDateTime', issued_on, 'qdt')]),
  ),
]
