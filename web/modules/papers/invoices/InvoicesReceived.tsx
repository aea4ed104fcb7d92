// The list of invoices that the organisation received from its parent organisation.
import { DocumentList } from './DocumentList.tsx'

export default function InvoicesReceived() {
  return <DocumentList call="invoicesList" received />
}
