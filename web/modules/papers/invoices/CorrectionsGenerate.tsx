// Corrections of what was given back in a period, for chosen customers or all.
import { Generate } from './Generate.tsx'

export default function CorrectionsGenerate() {
  return <Generate call="customersForReclamationInvoice" start="reclamationInvoicesGenerate" />
}
