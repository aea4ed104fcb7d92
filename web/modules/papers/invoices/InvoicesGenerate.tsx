// Makes invoices for a period, for chosen customers or for all.
import { Generate } from './Generate.tsx'

export default function InvoicesGenerate() {
  return <Generate call="customersForInvoice" start="invoicesGenerate" />
}
