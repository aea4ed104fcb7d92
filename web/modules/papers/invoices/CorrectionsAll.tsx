// The list of corrections that the organisation made for its customers; for the platform, of all corrections of the tenant.
import { DocumentList } from './DocumentList.tsx'

export default function CorrectionsAll() {
  return <DocumentList call="reclamationInvoicesList" />
}
