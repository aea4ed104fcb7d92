// Checks a file that comes with a claim: a picture is drawn anew, a PDF is looked through. It is only ever saved, never shown inside the portal.
import { Refusal } from '../../kit/errors.ts'
import { readPicture, redrawn } from '../products/products.ts'

/** Large enough for a photographed slip to be read. */
const SIDE = 2048
const BYTES_MAX = 5_000_000
const PIXELS_MAX = 40_000_000
/** What runs, opens or hides something in a PDF. Nobody photographs a slip with any of it. */
const ACTIVE = /\/(JavaScript|JS|Launch|EmbeddedFile|EmbeddedFiles|RichMedia|XFA|OpenAction|AA|Encrypt)\b/

/** Binds a sealed file to its own row. */
export const sealedFor = (file_id: string) => `reclamation file ${file_id}`

export type Attachment = { bytes: Buffer; type: 'image/webp' | 'application/pdf' }

export async function readAttachment(stream: AsyncIterable<Uint8Array>): Promise<Attachment> {
  const bytes = await readPicture(stream, BYTES_MAX)
  if (bytes.subarray(0, 5).toString('latin1') === '%PDF-') return { bytes: harmless(bytes), type: 'application/pdf' }
  const drawn = await redrawn(bytes, { side: SIDE, pixels: PIXELS_MAX }).catch(() => {
    throw new Refusal('attachment_unreadable')
  })
  return { bytes: drawn, type: 'image/webp' }
}

/** A name's letters may be written as #4a: read as the reader would. */
const plainNames = (text: string) => text.replace(/#([0-9a-fA-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))

/** Compressed bytes spell anything by chance. */
const STREAMS = /\bstream\r?\n[\s\S]*?\bendstream\b/g

function harmless(bytes: Buffer): Buffer {
  const text = bytes.toString('latin1')
  if (!text.trimEnd().endsWith('%%EOF') || ACTIVE.test(plainNames(text.replace(STREAMS, '')))) throw new Refusal('attachment_unreadable')
  return bytes
}

/** A name that is safe wherever it is saved. */
export const fileNameOf = (name: string, { type }: Attachment): string => {
  const stem = (name.split(/[\\/]/).at(-1) ?? '')
    .replace(/\.[^.]*$/, '')
    .replace(/[^\p{L}\p{N} ._-]+/gu, '-')
    .replace(/^[ .-]+/, '')
    .slice(0, 80)
  return `${stem || 'file'}.${type === 'application/pdf' ? 'pdf' : 'webp'}`
}
