// Makes the file of a document: drawn as a PDF for people, or as data by EN 16931.
import type { invoiceFiles } from '../../../../contract/papers/invoices.ts'
import { Refusal } from '../../../kit/errors.ts'
import { ciiOf } from './cii.ts'
import { broken, eInvoice } from './en16931.ts'
import { drawingOf } from './layout.ts'
import { pdfOf } from './pdf.ts'
import type { Paper } from './shape.ts'

type File = (typeof invoiceFiles)[number]

/**
 * Returns the file of a document. The same document always gives the same bytes. A PDF is always made; a data file is refused with `e_invoice_incomplete` if
 * the document lacks something that the standard, or for XRechnung a German authority, requires.
 */
export async function fileOf(file: File, paper: Paper, document_no: string, made_at: Date, logo?: Buffer) {
  const invoice = eInvoice(paper, document_no)
  if (file === 'pdf') return named(`${document_no}.pdf`, await pdfOf(drawingOf(paper, document_no), ciiOf(invoice, 'factur_x'), made_at, logo))
  const wrong = broken(invoice, { xrechnung: file === 'xrechnung' })
  if (wrong.length > 0) throw new Refusal('e_invoice_incomplete', { detail: { rules: wrong.map(({ code }) => code).join(', ') } })
  return named(`${document_no}${file === 'xrechnung' ? '-xrechnung' : '-factur-x'}.xml`, Buffer.from(ciiOf(invoice, file), 'utf8'))
}

const named = (file_name: string, bytes: Buffer) => ({ file_name, bytes })
