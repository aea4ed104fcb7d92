// Invoices that the organisation was sent.
import { DocumentList } from './DocumentList.tsx'

export default function InvoicesReceived() {
  return <DocumentList call="invoicesList" received />
}
