// Corrections that the organisation made.
import { DocumentList } from './DocumentList.tsx'

export default function CorrectionsAll() {
  return <DocumentList call="reclamationInvoicesList" />
}
