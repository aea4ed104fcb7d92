// Files beside the database, encrypted in pieces with AES-256-GCM: a supplier's file or an export never lies on disk in clear.
// Layout: 8 random bytes, then frames of length, label, ciphertext and tag; an empty frame ends a whole file.
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { type FileHandle, open } from 'node:fs/promises'

const SALT = 8
const HEAD = 8
const TAG = 16

/** A piece of a file. `label` can be read without the key but not be changed; it is 0 if the caller needs no label. */
export type Frame = { label: number; bytes: Buffer }
export type SealedFile = { write: (bytes: Buffer, label?: number) => Promise<void>; end: () => Promise<void>; abandon: () => Promise<void> }

/** The nonce of a frame: the file's random salt and the frame's number, so that no nonce is used twice under one key. */
function nonceOf(salt: Buffer, frame_no: number): Buffer {
  const nonce = Buffer.alloc(SALT + 4)
  salt.copy(nonce)
  nonce.writeUInt32BE(frame_no, SALT)
  return nonce
}

function headOf(length: number, label: number): Buffer {
  const head = Buffer.alloc(HEAD)
  head.writeUInt32BE(length, 0)
  head.writeInt32BE(label, 4)
  return head
}

/** Creates the file, readable by this user only; throws if it cannot be written. */
export async function createSealedFile(path: string, key: Buffer): Promise<SealedFile> {
  const file = await open(path, 'w', 0o600)
  const salt = randomBytes(SALT)
  let frame_no = 0
  await file.write(salt)
  async function write(bytes: Buffer, label = 0) {
    const head = headOf(bytes.length, label)
    const cipher = createCipheriv('aes-256-gcm', key, nonceOf(salt, frame_no++)).setAAD(head)
    await file.writev([head, cipher.update(bytes), cipher.final(), cipher.getAuthTag()])
  }
  return {
    write,
    end: async () => {
      await write(Buffer.alloc(0))
      await file.sync()
      await file.close()
    },
    abandon: () => file.close(),
  }
}

type FrameAt = { frame_no: number; label: number; position: number; length: number }

/** The frames in order of their labels, and those with equal labels in the order of writing; throws if the file was changed, cut or made with another key. */
export async function* readSealedFile(path: string, key: Buffer): AsyncGenerator<Frame> {
  const file = await open(path, 'r')
  try {
    const opened = openerOf(file, await readExactly(file, 0, SALT), key)
    for (const at of await framesOf(file, opened)) yield { label: at.label, bytes: await opened(at) }
  } finally {
    await file.close()
  }
}

/** A single frame, found by its label; undefined if no frame has the label. */
export async function readSealedFrame(path: string, key: Buffer, label: number): Promise<Buffer | undefined> {
  const file = await open(path, 'r')
  try {
    const opened = openerOf(file, await readExactly(file, 0, SALT), key)
    const at = (await framesOf(file, opened)).find((frame) => frame.label === label)
    return at && (await opened(at))
  } finally {
    await file.close()
  }
}

const openerOf = (file: FileHandle, salt: Buffer, key: Buffer) => async (at: FrameAt) => {
  const sealed = await readExactly(file, at.position + HEAD, at.length + TAG)
  const decipher = createDecipheriv('aes-256-gcm', key, nonceOf(salt, at.frame_no)).setAAD(headOf(at.length, at.label)).setAuthTag(sealed.subarray(at.length))
  return Buffer.concat([decipher.update(sealed.subarray(0, at.length)), decipher.final()])
}

/** The frames' positions, read from their headers; the empty frame at the end proves that none is missing. */
async function framesOf(file: FileHandle, opened: (at: FrameAt) => Promise<Buffer>) {
  const frames: FrameAt[] = []
  for (let position = SALT; ; ) {
    const head = await readExactly(file, position, HEAD)
    const at = { frame_no: frames.length, label: head.readInt32BE(4), position, length: head.readUInt32BE(0) }
    if (at.length === 0) {
      await opened(at)
      return frames.sort((a, b) => a.label - b.label || a.frame_no - b.frame_no)
    }
    frames.push(at)
    position += HEAD + at.length + TAG
  }
}

async function readExactly(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const bytes = Buffer.allocUnsafe(length)
  const { bytesRead } = await file.read(bytes, 0, length, position)
  if (bytesRead < length) throw new Error('an encrypted file is cut short')
  return bytes
}
