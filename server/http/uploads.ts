// Forms with a file, which is passed to the handler as a stream and never whole in memory. Text fields may come before or after the file.
import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { UploadedFile } from '../../contract/kit/field.ts'
import { Refusal } from '../kit/errors.ts'
import { addField, type Fields, noFields } from './forms.ts'
import { type Spooled, spool } from './spool.ts'

/** The most bytes of a supplier's file; five million rows fit. */
const DELIVERY_BYTES_MAX = 512 * 1024 * 1024
/** The largest size of any other file. */
const FILE_BYTES_MAX = 10_000_000
const TEXT_BYTES_MAX = 64 * 1024
const FIELDS_MAX = 50

declare module 'fastify' {
  interface FastifyRequest {
    spooled: Spooled | null
  }
}

/** How a call with a file is read. `names`: its text fields. `mayLack`: the file is optional, and any kind of form is accepted without it. */
export type UploadOf = { names: readonly string[]; mayLack: boolean; isDelivery: boolean }

/** Prepares a scope for uploads; returns how its routes read their fields. `dir`: where a file is kept until all fields have arrived. */
export async function registerUploads(
  scope: FastifyInstance,
  dir: string,
): Promise<(request: FastifyRequest, of: UploadOf) => Promise<Record<string, unknown>>> {
  await scope.register(multipart, {
    throwFileSizeLimit: false,
    limits: { fileSize: DELIVERY_BYTES_MAX, files: 1, fields: FIELDS_MAX, fieldSize: TEXT_BYTES_MAX },
  })
  scope.decorateRequest('spooled', null)
  scope.addHook('onResponse', async (request) => {
    request.raw.resume()
    await request.spooled?.remove()
  })
  return async (request, { names, mayLack, isDelivery }) => {
    if (!request.isMultipart()) {
      if (!mayLack) throw new Refusal('form_unreadable')
      return (request.body as Fields | undefined) ?? {}
    }
    const fields: Record<string, unknown> = noFields()
    for await (const part of request.parts({ limits: { fileSize: isDelivery ? DELIVERY_BYTES_MAX : FILE_BYTES_MAX } })) {
      if (part.type === 'file') {
        if (names.every((name) => name in fields)) {
          fields[part.fieldname] = fileOf(part, wholeOrNothing(part.file))
          break
        }
        request.spooled = await spool(dir, wholeOrNothing(part.file))
        fields[part.fieldname] = fileOf(part, request.spooled.bytes())
        continue
      }
      if (part.valueTruncated) throw new Refusal('too_large')
      addField(fields as Record<string, string>, part.fieldname, String(part.value))
    }
    return fields
  }
}

/** Makes the file that a handler gets. `filename` is missing for a file without a name, although the type of the multipart library says otherwise. */
const fileOf = ({ filename = '' }: { filename?: string }, bytes: AsyncIterable<Uint8Array>): UploadedFile => ({
  filename: filename.replaceAll('\0', ''),
  bytes,
})

/** Passes the file on, and throws at the end if the file was cut off, by the size limit or by a broken connection. */
async function* wholeOrNothing(file: AsyncIterable<Uint8Array> & { truncated: boolean }): AsyncGenerator<Uint8Array> {
  for await (const chunk of file) yield chunk
  if (file.truncated) throw new Refusal('too_large')
}
