// Corrections that the organisation received.
import { DocumentList } from './DocumentList.tsx'

export default function CorrectionsReceived() {
  return <DocumentList call="reclamationInvoicesList" received />
}
