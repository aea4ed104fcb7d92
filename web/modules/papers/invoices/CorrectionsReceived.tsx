// Corrections that the organisation was sent.
import { DocumentList } from './DocumentList.tsx'

export default function CorrectionsReceived() {
  return <DocumentList call="reclamationInvoicesList" received />
}
