// The demo world's goods as data: twelve brands with their denominations, and who supplies them.

export type DemoBrand = {
  name: string
  pin_length: number
  type: 'cash_card' | 'gift_card' | 'calling_card' | 'soft_pin'
  values: readonly number[]
  /** The digits that all EANs of the brand begin with (a GS1 company prefix). */
  ean: string
  discount: number
  buying: number
  popular: number
  care: string
  how: string
}

/**
 * The brands, with values in euro. `discount`: of a shop with the plan Gold; `buying`: of the supplier; both in percent. `popular`: how often the
 * brand is sold compared with others.
 */
export const brands: readonly DemoBrand[] = [
  {
    name: 'Lycamobile',
    pin_length: 16,
    type: 'calling_card',
    values: [5, 10, 20],
    ean: '506012345',
    discount: 7,
    buying: 9.5,
    popular: 10,
    care: '322',
    how: 'Composez *131*PIN# puis appel. / *131*PIN# wählen und anrufen.',
  },
  {
    name: 'Lebara',
    pin_length: 16,
    type: 'calling_card',
    values: [5, 10, 15, 20],
    ean: '505432101',
    discount: 6.5,
    buying: 9,
    popular: 9,
    care: '+33 1 70 70 70 70',
    how: 'Composez *104*PIN# puis appel.',
  },
  {
    name: 'paysafecard',
    pin_length: 16,
    type: 'cash_card',
    values: [10, 25, 50, 100],
    ean: '912000410',
    discount: 2.5,
    buying: 4,
    popular: 12,
    care: 'paysafecard.com',
    how: 'Saisissez le code de 16 chiffres sur le site marchand.',
  },
  {
    name: 'Orange Holiday',
    pin_length: 14,
    type: 'calling_card',
    values: [20, 50],
    ean: '370012345',
    discount: 5,
    buying: 7,
    popular: 4,
    care: '740',
    how: 'Composez #124#, puis 2, puis le code.',
  },
  {
    name: 'Turkcell',
    pin_length: 16,
    type: 'calling_card',
    values: [15, 30],
    ean: '869000123',
    discount: 5,
    buying: 7.5,
    popular: 3,
    care: '532',
    how: '*123*PIN# tuşlayın ve arayın.',
  },
  {
    name: 'Neosurf',
    pin_length: 10,
    type: 'cash_card',
    values: [10, 20, 50, 100],
    ean: '376012310',
    discount: 3,
    buying: 5,
    popular: 6,
    care: 'neosurf.com',
    how: 'Saisissez les 10 caractères du code sur le site marchand.',
  },
  {
    name: 'Transcash',
    pin_length: 12,
    type: 'cash_card',
    values: [20, 50, 100, 150],
    ean: '376022210',
    discount: 2,
    buying: 3.5,
    popular: 5,
    care: '+33 1 72 76 20 20',
    how: 'Rechargez votre carte sur le site ou par SMS.',
  },
  {
    name: 'PCS',
    pin_length: 10,
    type: 'cash_card',
    values: [20, 50, 100],
    ean: '376033310',
    discount: 2,
    buying: 3.5,
    popular: 5,
    care: '+33 811 88 02 00',
    how: 'Envoyez REC, l’identifiant et le code par SMS.',
  },
  {
    name: 'Steam',
    pin_length: 15,
    type: 'gift_card',
    values: [5, 10, 20, 50],
    ean: '425012340',
    discount: 4,
    buying: 6,
    popular: 7,
    care: 'help.steampowered.com',
    how: 'Activez le code sur store.steampowered.com/redeem.',
  },
  {
    name: 'Apple',
    pin_length: 16,
    type: 'gift_card',
    values: [15, 25, 50],
    ean: '885909550',
    discount: 3,
    buying: 5,
    popular: 6,
    care: 'support.apple.com',
    how: 'Utilisez le code dans l’App Store.',
  },
  {
    name: 'Netflix',
    pin_length: 11,
    type: 'gift_card',
    values: [25, 50],
    ean: '376044410',
    discount: 3.5,
    buying: 5.5,
    popular: 3,
    care: 'netflix.com/redeem',
    how: 'Activez le code sur netflix.com/redeem.',
  },
  {
    name: 'Syma',
    pin_length: 14,
    type: 'soft_pin',
    values: [5, 10, 20],
    ean: '376055510',
    discount: 8,
    buying: 11,
    popular: 4,
    care: '+33 9 73 76 00 00',
    how: 'Composez le 777 puis le code.',
  },
]

export const suppliers = [
  {
    company: 'Telco Distribution SARL',
    full_name: 'Luc Telco',
    city: 'Paris',
    postalcode: '75011',
    country: 'FR',
    email: 'stock@telco-distribution.example',
    mobile: '+33 6 00 00 00 21',
    ustidnr: 'FR40303265045',
  },
  {
    company: 'E-Card Großhandel GmbH',
    full_name: 'Eva Karte',
    city: 'Düsseldorf',
    postalcode: '40213',
    country: 'DE',
    email: 'lager@e-card.example',
    mobile: '+49 151 00000022',
    ustidnr: 'DE136695976',
  },
  {
    company: 'Gift & Play BV',
    full_name: 'Gijs Spel',
    city: 'Rotterdam',
    postalcode: '3011',
    country: 'NL',
    email: 'stock@giftplay.example',
    mobile: '+31 6 00000023',
    ustidnr: 'NL004495445B01',
  },
]

/** The plans of each reseller. The brand's discount is multiplied by `factor`. */
export const plans: Record<string, readonly { name: string; factor: number }[]> = {
  nord: [
    { name: 'Gold', factor: 1 },
    { name: 'Silver', factor: 0.8 },
    { name: 'Partner', factor: 1.15 },
  ],
  sud: [{ name: 'Retail', factor: 0.85 }],
  rhein: [{ name: 'Standard', factor: 0.9 }],
}

/** EAN-13 from twelve digits: the check digit makes the weighted sum (1, 3, 1, 3 …) a multiple of ten. */
export function ean13(twelve: string): string {
  const sum = [...twelve].reduce((total, digit, i) => total + Number(digit) * (i % 2 ? 3 : 1), 0)
  return `${twelve}${(10 - (sum % 10)) % 10}`
}

/** The people at each supplier, in the order of `suppliers`. */
export const supplierPeople = [
  [
    { name: 'Nadia Ferrand', task: 'orders', email: 'commandes@telco-distribution.example', telephone: '+33 1 40 00 00 31', remarks: '' },
    { name: 'Hugo Marchal', task: 'claims', email: 'sav@telco-distribution.example', telephone: '+33 1 40 00 00 32', remarks: '' },
  ],
  [{ name: 'Sabine Krüger', task: 'accounts', email: '', telephone: '+49 30 0000 0041', remarks: 'Mo–Do 9–15 Uhr' }],
] as const
