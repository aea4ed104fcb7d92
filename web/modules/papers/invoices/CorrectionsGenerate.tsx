// Makes corrections for the refunds of a period, for chosen customers or for all.
import { Generate } from './Generate.tsx'

export default function CorrectionsGenerate() {
  return <Generate call="customersForReclamationInvoice" start="reclamationInvoicesGenerate" />
}
