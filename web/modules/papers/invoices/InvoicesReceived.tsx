// Invoices that the organisation received.
import { DocumentList } from './DocumentList.tsx'

export default function InvoicesReceived() {
  return <DocumentList call="invoicesList" received />
}
