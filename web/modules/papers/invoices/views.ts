// The path of the screen that shows a document of each kind.
import type { InvoiceKind } from '../../../../contract/papers/invoices.ts'

const paths: Record<InvoiceKind, string> = {
  net: '/new/invoice',
  gross: '/new/invoice-gross',
  credit_note: '/new/invoice-credit-note',
  reclamation: '/new/invoice-reclamation',
  gross_reclamation: '/new/invoice-gross-reclamation',
  combined: '/new/invoice-reclamation-combined',
}

export const viewOf = ({ kind, invoice_id }: { kind: InvoiceKind; invoice_id: string }) => `${paths[kind]}/${invoice_id}`
