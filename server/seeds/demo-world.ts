// The demo world as data: a platform, two resellers on two hosts, four shops, their people, twelve brands. Names are invented or plain brand names; PINs are random.
import type { Flag } from '../../contract/kit/access.ts'

/** Of every demo sign-in; kept to loopback by default. */
export const DEMO_PASSWORD = 'Demo!2026'

export type DemoUser = { username: string; full_name: string; staff?: true; flags?: readonly Flag[]; web_support?: true; language?: string }
export type DemoOrganisation = {
  key: string
  kind: 'reseller' | 'seller'
  name: string
  template: number
  city: string
  postal: string
  address: string
  house_no: string
  country: string
  mobile: string
  flags: readonly Flag[]
  users: readonly DemoUser[]
  /** Name of its plan with its parent. */
  plan: string
  credit_limit: number
  /** Sales on an ordinary weekday. */
  pace?: number
  mask_seller_discount?: true
  children?: readonly DemoOrganisation[]
}

const office: readonly Flag[] = [
  'has_invoice', 'has_reports', 'has_dynamic_products', 'has_credit_and_balance', 'has_transaction', 'has_reclamation', 'has_product', 'has_supplier', 'has_inventory',
  'has_customers', 'has_customers_read', 'has_assign_product', 'has_discount_slab', 'has_credit', 'has_device',
]
const till: readonly Flag[] = ['has_cash_card', 'has_gift_card', 'has_transaction', 'has_reports']

export const platform = { name: 'Prepaid Platform', host: 'platform.localhost', users: [{ username: 'platform', full_name: 'Petra Platz' }] satisfies DemoUser[] }

export const resellers: readonly (DemoOrganisation & { tenant_id: number; host: string; support: { name: string; phone: string; email: string }; brands: number })[] = [
  {
    tenant_id: 1, host: 'localhost', key: 'nord', kind: 'reseller', name: 'Comptoir Nord', template: 0, city: 'Lille', postal: '59000', address: 'Rue de Paris', house_no: '14', country: 'FR',
    mobile: '+33 6 12 34 56 01', flags: office, plan: 'Platform', credit_limit: 50_000, brands: 12,
    support: { name: 'Comptoir Nord', phone: '+33 3 20 00 00 10', email: 'aide@comptoir-nord.example' },
    users: [
      { username: 'nord', full_name: 'Nadia Norbert', language: 'fr' },
      { username: 'nord-stock', full_name: 'Samir Stockel', staff: true, flags: ['has_inventory', 'has_product', 'has_supplier'], language: 'fr' },
    ],
    children: [
      { key: 'kiosque', kind: 'seller', name: 'Kiosque Nord', template: 0, city: 'Lille', postal: '59800', address: 'Place du Lion d’Or', house_no: '3', country: 'FR', mobile: '+33 6 12 34 56 02', flags: till, plan: 'Gold', credit_limit: 500, pace: 34,
        users: [{ username: 'kiosque', full_name: 'Karim Kiosque', language: 'fr' }, { username: 'kiosque-caisse', full_name: 'Camille Caisse', staff: true, flags: ['has_cash_card'], language: 'fr' }] },
      { key: 'gare', kind: 'seller', name: 'Tabac de la Gare', template: 2, city: 'Roubaix', postal: '59100', address: 'Avenue Jean Lebas', house_no: '71', country: 'FR', mobile: '+33 6 12 34 56 03', flags: till, plan: 'Silver', credit_limit: 250, pace: 22, mask_seller_discount: true,
        users: [{ username: 'gare', full_name: 'Gülsüm Işık', language: 'tr' }] },
      { key: 'sud', kind: 'reseller', name: 'Sud Distribution', template: 4, city: 'Marseille', postal: '13002', address: 'Quai du Port', house_no: '22', country: 'FR', mobile: '+33 6 12 34 56 04', flags: office, plan: 'Partner', credit_limit: 10_000,
        users: [{ username: 'sud', full_name: 'Sofia Sudre', language: 'fr' }],
        children: [
          { key: 'port', kind: 'seller', name: 'Épicerie du Port', template: 3, city: 'Marseille', postal: '13007', address: 'Rue d’Endoume', house_no: '9', country: 'FR', mobile: '+33 6 12 34 56 05', flags: till, plan: 'Retail', credit_limit: 300, pace: 15,
            users: [{ username: 'port', full_name: 'Pierre Portal', language: 'fr' }] },
        ] },
    ],
  },
  {
    tenant_id: 2, host: 'rhein.localhost', key: 'rhein', kind: 'reseller', name: 'Rheinland Prepaid', template: 5, city: 'Köln', postal: '50667', address: 'Hohe Straße', house_no: '88', country: 'DE',
    mobile: '+49 151 23456701', flags: office, plan: 'Platform', credit_limit: 30_000, brands: 5,
    support: { name: 'Rheinland Prepaid', phone: '+49 221 000 10', email: 'hilfe@rheinland-prepaid.example' },
    users: [{ username: 'rhein', full_name: 'Regina Rhein', language: 'de' }],
    children: [
      { key: 'dom', kind: 'seller', name: 'Kiosk am Dom', template: 1, city: 'Köln', postal: '50668', address: 'Domstraße', house_no: '5', country: 'DE', mobile: '+49 151 23456702', flags: till, plan: 'Standard', credit_limit: 200, pace: 18,
        users: [{ username: 'dom', full_name: 'Dieter Domke', language: 'de' }] },
    ],
  },
]

export type DemoBrand = { name: string; pin_length: number; type: 'cash_card' | 'gift_card' | 'calling_card' | 'soft_pin'; values: readonly number[]; /** GS1 company prefix part of the EAN. */ ean: string; discount: number; buying: number; popular: number; care: string; how: string }

/** Values in euro; discount: what a Gold shop gets, buying: what the supplier gives, in percent; popular: weight in the demo's sales. */
export const brands: readonly DemoBrand[] = [
  { name: 'Lycamobile', pin_length: 16, type: 'calling_card', values: [5, 10, 20], ean: '506012345', discount: 7, buying: 9.5, popular: 10, care: '322', how: 'Composez *131*PIN# puis appel. / *131*PIN# wählen und anrufen.' },
  { name: 'Lebara', pin_length: 16, type: 'calling_card', values: [5, 10, 15, 20], ean: '505432101', discount: 6.5, buying: 9, popular: 9, care: '+33 1 70 70 70 70', how: 'Composez *104*PIN# puis appel.' },
  { name: 'paysafecard', pin_length: 16, type: 'cash_card', values: [10, 25, 50, 100], ean: '912000410', discount: 2.5, buying: 4, popular: 12, care: 'paysafecard.com', how: 'Saisissez le code de 16 chiffres sur le site marchand.' },
  { name: 'Orange Holiday', pin_length: 14, type: 'calling_card', values: [20, 50], ean: '370012345', discount: 5, buying: 7, popular: 4, care: '740', how: 'Composez #124#, puis 2, puis le code.' },
  { name: 'Turkcell', pin_length: 16, type: 'calling_card', values: [15, 30], ean: '869000123', discount: 5, buying: 7.5, popular: 3, care: '532', how: '*123*PIN# tuşlayın ve arayın.' },
  { name: 'Neosurf', pin_length: 10, type: 'cash_card', values: [10, 20, 50, 100], ean: '376012310', discount: 3, buying: 5, popular: 6, care: 'neosurf.com', how: 'Saisissez les 10 caractères du code sur le site marchand.' },
  { name: 'Transcash', pin_length: 12, type: 'cash_card', values: [20, 50, 100, 150], ean: '376022210', discount: 2, buying: 3.5, popular: 5, care: '+33 1 72 76 20 20', how: 'Rechargez votre carte sur le site ou par SMS.' },
  { name: 'PCS', pin_length: 10, type: 'cash_card', values: [20, 50, 100], ean: '376033310', discount: 2, buying: 3.5, popular: 5, care: '+33 811 88 02 00', how: 'Envoyez REC, l’identifiant et le code par SMS.' },
  { name: 'Steam', pin_length: 15, type: 'gift_card', values: [5, 10, 20, 50], ean: '425012340', discount: 4, buying: 6, popular: 7, care: 'help.steampowered.com', how: 'Activez le code sur store.steampowered.com/redeem.' },
  { name: 'Apple', pin_length: 16, type: 'gift_card', values: [15, 25, 50], ean: '885909550', discount: 3, buying: 5, popular: 6, care: 'support.apple.com', how: 'Utilisez le code dans l’App Store.' },
  { name: 'Netflix', pin_length: 11, type: 'gift_card', values: [25, 50], ean: '376044410', discount: 3.5, buying: 5.5, popular: 3, care: 'netflix.com/redeem', how: 'Activez le code sur netflix.com/redeem.' },
  { name: 'Syma', pin_length: 14, type: 'soft_pin', values: [5, 10, 20], ean: '376055510', discount: 8, buying: 11, popular: 4, care: '+33 9 73 76 00 00', how: 'Composez le 777 puis le code.' },
]

export const suppliers = [
  { company: 'Telco Distribution SARL', full_name: 'Luc Telco', city: 'Paris', postalcode: '75011', country: 'FR', email: 'stock@telco-distribution.example', mobile: '+33 6 00 00 00 21', ustidnr: 'FR40303265045' },
  { company: 'E-Card Großhandel GmbH', full_name: 'Eva Karte', city: 'Düsseldorf', postalcode: '40213', country: 'DE', email: 'lager@e-card.example', mobile: '+49 151 00000022', ustidnr: 'DE136695976' },
  { company: 'Gift & Play BV', full_name: 'Gijs Spel', city: 'Rotterdam', postalcode: '3011', country: 'NL', email: 'stock@giftplay.example', mobile: '+31 6 00000023', ustidnr: 'NL004495445B01' },
]

/** Plans of each reseller: factor on the brand's discount. */
export const plans: Record<string, readonly { name: string; factor: number }[]> = {
  nord: [{ name: 'Gold', factor: 1 }, { name: 'Silver', factor: 0.8 }, { name: 'Partner', factor: 1.15 }],
  sud: [{ name: 'Retail', factor: 0.85 }],
  rhein: [{ name: 'Standard', factor: 0.9 }],
}

/** EAN-13 from twelve digits: the check digit makes the weighted sum (1, 3, 1, 3 …) a multiple of ten. */
export function ean13(twelve: string): string {
  const sum = [...twelve].reduce((total, digit, i) => total + Number(digit) * (i % 2 ? 3 : 1), 0)
  return `${twelve}${(10 - (sum % 10)) % 10}`
}
