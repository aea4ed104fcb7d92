// Checks a file that is attached to a claim. A picture is redrawn, and a PDF is searched for active content. A file can only be downloaded; the portal
// never displays it.
import type { Services } from '../../../http/services.ts'
import type { SignedIn } from '../../../kit/actor.ts'
import { Refusal } from '../../../kit/errors.ts'
import { drawing, readPicture } from '../../goods/products/products.ts'
import { pdfReading } from './harmless-pdf.ts'

/** How many pixels the longer side of a picture may have: enough to read a photographed slip. */
const SIDE = 2048
const BYTES_MAX = 5_000_000
const PIXELS_MAX = 40_000_000
/** The text that a file is bound to when it is sealed, so that it can be unsealed in its own row only. */
export const sealedFor = (file_id: string) => `reclamation file ${file_id}`

export type Attachment = { bytes: Buffer; type: 'image/webp' | 'application/pdf' }

export async function readAttachment(stream: AsyncIterable<Uint8Array>, { actor, apart }: Pick<Services, 'apart'> & { actor: SignedIn }): Promise<Attachment> {
  const bytes = await readPicture(stream, BYTES_MAX)
  if (bytes.subarray(0, 5).toString('latin1') === '%PDF-') {
    if (!(await apart.run(actor, pdfReading, bytes))) throw new Refusal('attachment_unreadable')
    return { bytes, type: 'application/pdf' }
  }
  const drawn = await apart.run(actor, drawing, bytes, { side: SIDE, pixels: PIXELS_MAX }).catch((error: unknown) => {
    throw error instanceof Refusal && error.code === 'image_unreadable' ? new Refusal('attachment_unreadable') : error
  })
  return { bytes: drawn, type: 'image/webp' }
}

/** A name under which the file can be saved on any system. */
export const fileNameOf = (name: string, { type }: Attachment): string => {
  const stem = (name.split(/[\\/]/).at(-1) ?? '')
    .replace(/\.[^.]*$/, '')
    .replace(/[^\p{L}\p{N} ._-]+/gu, '-')
    .replace(/^[ .-]+/, '')
    .slice(0, 80)
  return `${stem || 'file'}.${type === 'application/pdf' ? 'pdf' : 'webp'}`
}
