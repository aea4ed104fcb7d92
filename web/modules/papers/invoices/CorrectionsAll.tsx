// The list of corrections that the organisation made for its customers.
import { DocumentList } from './DocumentList.tsx'

export default function CorrectionsAll() {
  return <DocumentList call="reclamationInvoicesList" />
}
