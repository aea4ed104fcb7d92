// The list of invoices that the organisation made for its customers; for the platform, of all invoices of the tenant.
import { DocumentList } from './DocumentList.tsx'

export default function InvoicesAll() {
  return <DocumentList call="invoicesList" />
}
