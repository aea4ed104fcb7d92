// A document as a file: drawn for people, or as data by EN 16931.
import type { invoiceFiles } from '../../../../contract/papers/invoices.ts'
import { Refusal } from '../../../kit/errors.ts'
import { ciiOf } from './cii.ts'
import { broken, eInvoice } from './en16931.ts'
import { drawingOf } from './layout.ts'
import { pdfOf } from './pdf.ts'
import type { Paper } from './shape.ts'

type File = (typeof invoiceFiles)[number]

/** The bytes are the same whenever the file is made. Refused with `e_invoice_incomplete` where an authority requires more than the document contains. */
export async function fileOf(file: File, paper: Paper, document_no: string, made_at: Date, logo?: Buffer) {
  const invoice = eInvoice(paper, document_no)
  if (file === 'pdf') return named(`${document_no}.pdf`, await pdfOf(drawingOf(paper, document_no), ciiOf(invoice, 'factur_x'), made_at, logo))
  const wrong = broken(invoice, { xrechnung: file === 'xrechnung' })
  if (wrong.length > 0) throw new Refusal('e_invoice_incomplete', { detail: { rules: wrong.map(({ code }) => code).join(', ') } })
  return named(`${document_no}${file === 'xrechnung' ? '-xrechnung' : '-factur-x'}.xml`, Buffer.from(ciiOf(invoice, file), 'utf8'))
}

const named = (file_name: string, bytes: Buffer) => ({ file_name, bytes })
