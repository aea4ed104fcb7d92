// The list of corrections that the organisation received from its parent organisation.
import { DocumentList } from './DocumentList.tsx'

export default function CorrectionsReceived() {
  return <DocumentList call="reclamationInvoicesList" received />
}
