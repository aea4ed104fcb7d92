// The demo world as data: a platform, two resellers on two hosts, four shops, their people, twelve brands. Names are invented or plain brand names; PINs are random.
import type { Flag } from '../../contract/kit/access.ts'

/** The password of every demo sign-in; the server listens on loopback only, unless told otherwise. */
export const DEMO_PASSWORD = 'Demo!2026'

export type DemoUser = {
  username: string
  full_name: string
  staff?: true
  flags?: readonly Flag[]
  web_support?: true
  language?: string
  job_role?: string
  /** Whether the user signs in with a code that comes by mail. */
  otp_type?: 'email'
  /** Whether an unknown device of the user has to wait for approval. */
  login_approval?: true
}
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
  /** The name of the plan that the customer's parent gave it. */
  plan: string
  customer_number?: string
  credit_limit: number
  /** How many sales the shop makes on an ordinary weekday. */
  pace?: number
  mask_seller_discount?: true
  /** Whether support may view the organisation. */
  enable_web_view?: true
  /** Whether the till shows the slip before it is printed. */
  show_print_popup?: true
  children?: readonly DemoOrganisation[]
}

const office: readonly Flag[] = [
  'has_invoice',
  'has_reports',
  'has_dynamic_products',
  'has_credit_and_balance',
  'has_transaction',
  'has_reclamation',
  'has_product',
  'has_supplier',
  'has_inventory',
  'has_customers',
  'has_customers_read',
  'has_assign_product',
  'has_discount_slab',
  'has_credit',
  'has_device',
]
const till: readonly Flag[] = ['has_cash_card', 'has_gift_card', 'has_transaction', 'has_reports']

export const platform = {
  name: 'Prepaid Platform',
  host: 'platform.localhost',
  users: [
    { username: 'platform', full_name: 'Petra Platz', language: 'en' },
    { username: 'support', full_name: 'Selin Support', staff: true, web_support: true, language: 'en', job_role: 'Support' },
  ] satisfies DemoUser[],
}

export const resellers: readonly (DemoOrganisation & {
  tenant_id: number
  host: string
  support: { name: string; phone: string; email: string }
  brands: number
})[] = [
  {
    tenant_id: 1,
    host: 'localhost',
    key: 'nord',
    kind: 'reseller',
    name: 'Comptoir Nord',
    template: 0,
    city: 'Lille',
    postal: '59000',
    address: 'Rue de Paris',
    house_no: '14',
    country: 'FR',
    mobile: '+33 6 12 34 56 01',
    flags: office,
    plan: 'Platform',
    credit_limit: 50_000,
    brands: 12,
    support: { name: 'Comptoir Nord', phone: '+33 3 20 00 00 10', email: 'aide@comptoir-nord.example' },
    users: [
      { username: 'nord', full_name: 'Nadia Norbert', language: 'fr' },
      {
        username: 'nord-stock',
        full_name: 'Samir Stockel',
        staff: true,
        flags: ['has_inventory', 'has_product', 'has_supplier'],
        language: 'fr',
        job_role: 'Stock',
      },
      {
        username: 'nord-compta',
        full_name: 'Claire Comptal',
        staff: true,
        flags: ['has_invoice', 'has_reports', 'has_credit'],
        language: 'fr',
        job_role: 'Comptabilité',
        otp_type: 'email',
      },
      {
        username: 'nord-terrain',
        full_name: 'Théo Terrain',
        staff: true,
        flags: ['has_customers_read'],
        language: 'fr',
        job_role: 'Commercial',
        login_approval: true,
      },
    ],
    children: [
      {
        key: 'kiosque',
        kind: 'seller',
        name: 'Kiosque Nord',
        template: 0,
        city: 'Lille',
        postal: '59800',
        address: 'Place du Lion d’Or',
        house_no: '3',
        country: 'FR',
        mobile: '+33 6 12 34 56 02',
        flags: till,
        plan: 'Gold',
        customer_number: 'C-1001',
        credit_limit: 500,
        pace: 34,
        enable_web_view: true,
        users: [
          { username: 'kiosque', full_name: 'Karim Kiosque', language: 'fr' },
          { username: 'kiosque-caisse', full_name: 'Camille Caisse', staff: true, flags: ['has_cash_card'], language: 'fr' },
        ],
      },
      {
        key: 'gare',
        kind: 'seller',
        name: 'Tabac de la Gare',
        template: 2,
        city: 'Roubaix',
        postal: '59100',
        address: 'Avenue Jean Lebas',
        house_no: '71',
        country: 'FR',
        mobile: '+33 6 12 34 56 03',
        flags: till,
        plan: 'Silver',
        customer_number: 'C-1002',
        credit_limit: 250,
        pace: 22,
        mask_seller_discount: true,
        show_print_popup: true,
        users: [{ username: 'gare', full_name: 'Gülsüm Işık', language: 'tr' }],
      },
      {
        key: 'sud',
        kind: 'reseller',
        name: 'Sud Distribution',
        template: 4,
        city: 'Marseille',
        postal: '13002',
        address: 'Quai du Port',
        house_no: '22',
        country: 'FR',
        mobile: '+33 6 12 34 56 04',
        flags: office,
        plan: 'Partner',
        customer_number: 'C-1003',
        credit_limit: 10_000,
        users: [{ username: 'sud', full_name: 'Sofia Sudre', language: 'fr' }],
        children: [
          {
            key: 'port',
            kind: 'seller',
            name: 'Épicerie du Port',
            template: 3,
            city: 'Marseille',
            postal: '13007',
            address: 'Rue d’Endoume',
            house_no: '9',
            country: 'FR',
            mobile: '+33 6 12 34 56 05',
            flags: till,
            plan: 'Retail',
            customer_number: 'S-17',
            credit_limit: 300,
            pace: 15,
            users: [{ username: 'port', full_name: 'Pierre Portal', language: 'fr' }],
          },
        ],
      },
    ],
  },
  {
    tenant_id: 2,
    host: 'rhein.localhost',
    key: 'rhein',
    kind: 'reseller',
    name: 'Rheinland Prepaid',
    template: 5,
    city: 'Köln',
    postal: '50667',
    address: 'Hohe Straße',
    house_no: '88',
    country: 'DE',
    mobile: '+49 151 23456701',
    flags: office,
    plan: 'Platform',
    credit_limit: 30_000,
    brands: 5,
    support: { name: 'Rheinland Prepaid', phone: '+49 221 000 10', email: 'hilfe@rheinland-prepaid.example' },
    users: [{ username: 'rhein', full_name: 'Regina Rhein', language: 'de' }],
    children: [
      {
        key: 'dom',
        kind: 'seller',
        name: 'Kiosk am Dom',
        template: 1,
        city: 'Köln',
        postal: '50668',
        address: 'Domstraße',
        house_no: '5',
        country: 'DE',
        mobile: '+49 151 23456702',
        flags: till,
        plan: 'Standard',
        customer_number: '70410',
        credit_limit: 200,
        pace: 18,
        users: [{ username: 'dom', full_name: 'Dieter Domke', language: 'de' }],
      },
    ],
  },
]
