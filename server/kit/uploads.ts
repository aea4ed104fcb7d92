// Forms with a file: text fields first, the file last, handed on as a stream that is never whole in memory.
import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { UploadedFile } from '../../contract/kit/field.ts'
import { Refusal } from './errors.ts'
import { addField, noFields } from './forms.ts'

/** Five million rows of a supplier's file fit. */
const FILE_BYTES_MAX = 512 * 1024 * 1024
const TEXT_BYTES_MAX = 64 * 1024
const FIELDS_MAX = 50

/** Prepares a scope for uploads; answers how its routes read their fields. */
export async function registerUploads(scope: FastifyInstance): Promise<(request: FastifyRequest) => Promise<Record<string, unknown>>> {
  await scope.register(multipart, {
    throwFileSizeLimit: false,
    limits: { fileSize: FILE_BYTES_MAX, files: 1, fields: FIELDS_MAX, fieldSize: TEXT_BYTES_MAX },
  })
  scope.addHook('onResponse', async (request) => void request.raw.resume())
  return async (request) => {
    if (!request.isMultipart()) throw new Refusal('form_unreadable')
    const fields: Record<string, unknown> = noFields()
    for await (const part of request.parts()) {
      if (part.type === 'file') {
        // A file without a name has none, whatever the types say.
        const { filename = '' } = part
        fields[part.fieldname] = { filename: filename.replaceAll('\0', ''), bytes: wholeOrNothing(part.file) } satisfies UploadedFile
        break
      }
      if (part.valueTruncated) throw new Refusal('too_large')
      addField(fields as Record<string, string>, part.fieldname, String(part.value))
    }
    return fields
  }
}

/** A file cut at the limit, or by a broken connection, ends in an error and not in silence. */
async function* wholeOrNothing(file: AsyncIterable<Uint8Array> & { truncated: boolean }): AsyncGenerator<Uint8Array> {
  for await (const chunk of file) yield chunk
  if (file.truncated) throw new Refusal('too_large')
}
