// The list of invoices that the organisation made for its customers.
import { DocumentList } from './DocumentList.tsx'

export default function InvoicesAll() {
  return <DocumentList call="invoicesList" />
}
