// The screens of the menu's group "billing", and the screens below them.
import { withArea } from '../kit/base/language.tsx'
import type { Screen } from './screen.ts'

/** The users who see issued documents, and those who see received ones: a shop has no customers to bill, and the platform receives no documents. */
const issuing = { roles: ['superadmin', 'reseller'], flags: ['has_invoice'], only: ['superadmin', 'reseller'] } as const
const receiving = { roles: ['reseller'], flags: ['has_invoice'], only: ['reseller', 'seller'] } as const

const view = {
  title: 'invoice',
  call: 'invoiceReport',
  area: 'invoices',
  view: () => import('../modules/papers/invoices/InvoicePage.tsx'),
  parent: '/invoices-all',
} as const

export const billing: readonly Screen[] = [
  {
    path: '/admin/ledger',
    title: 'ledger',
    access: { only: ['reseller'], roles: ['reseller'], flags: ['has_transaction'] },
    area: 'ledgers',
    view: () => import('../modules/papers/ledgers/OwnLedger.tsx'),
    menu: { icon: 'BookOpen', group: 'billing', head: 'ledger' },
  },
  {
    path: '/admin/customer-ledger',
    title: 'customer_ledger',
    call: 'ledgerCustomer',
    area: 'ledgers',
    view: () => import('../modules/papers/ledgers/CustomerLedger.tsx'),
    menu: { icon: 'BookUser', group: 'billing', head: 'ledger' },
  },
  {
    path: '/invoices-all',
    title: 'invoices',
    call: 'invoicesList',
    access: issuing,
    area: 'invoices',
    view: () => import('../modules/papers/invoices/InvoicesAll.tsx'),
    menu: { icon: 'FileText', group: 'billing', head: 'invoices', waits: 'invoices_overdue' },
    letter: 'f',
  },
  {
    path: '/invoices-all-reclamation',
    title: 'invoice_corrections',
    call: 'reclamationInvoicesList',
    access: issuing,
    area: 'invoices',
    view: () => import('../modules/papers/invoices/CorrectionsAll.tsx'),
    menu: { icon: 'FileMinus', group: 'billing', head: 'invoices' },
  },
  {
    path: '/invoice-generate',
    title: 'invoices_generate',
    call: 'customersForInvoice',
    area: 'invoices',
    view: () => import('../modules/papers/invoices/InvoicesGenerate.tsx'),
    menu: { icon: 'FilePlus', group: 'billing', head: 'invoices' },
  },
  {
    path: '/bank-transfers',
    title: 'bank_lines',
    call: 'bankLinesList',
    area: 'credit',
    view: () => withArea('supplier_files', withArea('stock', import('../modules/papers/bank-lines/BankLines.tsx'))),
    menu: { icon: 'Landmark', group: 'billing', head: 'invoices' },
  },
  {
    path: '/invoice-generate-reclamation',
    title: 'invoice_corrections_generate',
    call: 'customersForReclamationInvoice',
    area: 'invoices',
    view: () => import('../modules/papers/invoices/CorrectionsGenerate.tsx'),
    parent: '/invoices-all-reclamation',
  },
  {
    path: '/invoice/$customerId',
    title: 'customer_invoices',
    call: 'invoiceTerms',
    area: 'invoices',
    view: () => import('../modules/papers/invoices/CustomerInvoices.tsx'),
    parent: '/invoices-all',
  },
  {
    path: '/month-end',
    title: 'month_end',
    call: 'monthPack',
    area: 'invoices',
    view: () => import('../modules/papers/month-packs/MonthEnd.tsx'),
    menu: { icon: 'PackageCheck', group: 'billing' },
  },
  {
    path: '/invoice-settings',
    title: 'invoice_settings',
    call: 'invoiceSettings',
    area: 'invoices',
    view: () => import('../modules/papers/invoices/InvoiceSettings.tsx'),
    menu: { icon: 'FileCog', group: 'billing' },
  },
  {
    path: '/my-invoices-all',
    title: 'invoices_received',
    call: 'invoicesList',
    access: receiving,
    area: 'invoices',
    view: () => import('../modules/papers/invoices/InvoicesReceived.tsx'),
    menu: { icon: 'FileDown', group: 'billing' },
  },
  {
    path: '/my-reclamation-invoices-all',
    title: 'invoice_corrections_received',
    call: 'reclamationInvoicesList',
    access: receiving,
    area: 'invoices',
    view: () => import('../modules/papers/invoices/CorrectionsReceived.tsx'),
    parent: '/my-invoices-all',
  },
  { path: '/new/invoice/$invoiceId', ...view },
  { path: '/new/invoice-gross/$invoiceId', ...view },
  { path: '/new/invoice-credit-note/$invoiceId', ...view },
  { path: '/new/invoice-reclamation/$invoiceId', ...view },
  { path: '/new/invoice-gross-reclamation/$invoiceId', ...view },
  { path: '/new/invoice-reclamation-combined/$invoiceId', ...view },
]
