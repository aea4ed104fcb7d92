// Invoices that the organisation made.
import { DocumentList } from './DocumentList.tsx'

export default function InvoicesAll() {
  return <DocumentList call="invoicesList" />
}
