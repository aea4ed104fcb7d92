// Converts an uploaded picture: its kind is recognised by its first bytes, and it is decoded within limits and encoded again. The uploaded file is never
// served.
import sharp from 'sharp'
import type { Job } from '../../../kit/apart.ts'
import { Refusal } from '../../../kit/errors.ts'

/**
 * The most bytes and pixels that a picture may have: 1 MB is plenty for a logo, and a small file that decodes to more than PIXELS_MAX pixels is an attack
 * (a decompression bomb).
 */
const BYTES_MAX = 1_000_000
const PIXELS_MAX = 4_000_000
const SIDE = 512
const QUALITY = 84
/**
 * The most scans of a JPEG. A progressive JPEG is decoded once for each of its scans; cameras and editors write about ten, but thousands fit into a small file.
 */
const SCANS_MAX = 30

// One picture is decoded at a time and none is cached, because tills need this machine's time and memory first.
sharp.concurrency(1)
sharp.cache(false)

const isPng = (bytes: Buffer) => bytes.subarray(0, 8).equals(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]))
const isJpeg = (bytes: Buffer) => bytes.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]))
const isWebp = (bytes: Buffer) => bytes.subarray(0, 4).toString('latin1') === 'RIFF' && bytes.subarray(8, 12).toString('latin1') === 'WEBP'

const kindOf = (bytes: Buffer) => (isPng(bytes) ? 'png' : isJpeg(bytes) ? 'jpeg' : isWebp(bytes) ? 'webp' : undefined)

/** Reads a file into memory; throws as soon as it has more bytes than allowed. */
export async function readPicture(stream: AsyncIterable<Uint8Array>, most = BYTES_MAX): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of stream) {
    size += chunk.length
    if (size > most) throw new Refusal('too_large')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/**
 * The number of scans a JPEG declares, including those of a thumbnail in it. Within a scan the byte 0xff is always followed by a zero or a restart marker, so
 * its bytes are never counted as another scan.
 */
function scansIn(bytes: Buffer): number {
  let scans = 0
  for (let at = bytes.indexOf(SCAN); at >= 0; at = bytes.indexOf(SCAN, at + 2)) scans++
  return scans
}
const SCAN = Buffer.from([0xff, 0xda])

/** Redraws a picture as WebP: at most `side` pixels wide and high, upright, without metadata. `pixels`: the largest number of pixels that is decoded. */
async function redrawn(bytes: Buffer, { side = SIDE, pixels = PIXELS_MAX } = {}): Promise<Buffer> {
  const kind = kindOf(bytes)
  if (!kind || (kind === 'jpeg' && scansIn(bytes) > SCANS_MAX)) throw new Refusal('image_unreadable')
  try {
    const picture = sharp(bytes, { limitInputPixels: pixels, failOn: 'error', sequentialRead: true, pages: 1 })
    if ((await picture.metadata()).format !== kind) throw new Error('another kind than its first bytes say')
    return await picture.autoOrient().resize(side, side, { fit: 'inside', withoutEnlargement: true }).webp({ quality: QUALITY }).toBuffer()
  } catch {
    throw new Refusal('image_unreadable')
  }
}

export const drawing: Job<[Buffer, { side?: number; pixels?: number }?], Buffer> = { name: 'drawing', otherwise: 'image_unreadable', run: redrawn }
