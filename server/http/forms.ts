// Reads the three kinds of form into one flat record of texts. Multipart is parsed by hand: bodies are small and whole in memory, where an indexOf is ten times
// faster than any packaged parser. Nearly all calls are multipart (docs/domain.md, Calls).
import { isStorable } from '../../contract/kit/field.ts'
import { parseJson } from '../../contract/kit/json.ts'
import { Refusal } from '../kit/errors.ts'

export type Fields = Record<string, string>

/** The largest form that is not an upload. */
export const FORM_BYTES_MAX = 256 * 1024
const HEAD_BYTES_MAX = 4096
const FIELDS_MAX = 200
const CR = 13
const LF = 10
const DASH = 45

const unreadable = () => new Refusal('form_unreadable')

/** Adds a field. Refuses NUL and lone surrogates, so that they never reach the database, a name that comes twice, and a field beyond FIELDS_MAX. */
export function addField(fields: Fields, name: string, value: string): void {
  if (name in fields || !isStorable(name) || !isStorable(value) || Object.keys(fields).length >= FIELDS_MAX) throw unreadable()
  fields[name] = value
}

/** A new record of fields. It has no prototype, so a field called __proto__ is a field like any other. */
export const noFields = (): Fields => Object.create(null) as Fields

export function urlencodedFields(text: string): Fields {
  const fields = noFields()
  for (const [name, value] of new URLSearchParams(text)) addField(fields, name, value)
  return fields
}

/** Reads a JSON form: scalars become text, objects and arrays become JSON, and a field that is null is left out. */
export function jsonFields(text: string): Fields {
  const fields = noFields()
  for (const [name, value] of Object.entries(parsedObject(text)))
    if (value !== null) addField(fields, name, typeof value === 'object' ? JSON.stringify(value) : String(value))
  return fields
}

function parsedObject(text: string): object {
  try {
    const value = parseJson(text || '{}')
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value
  } catch {
    throw unreadable()
  }
  throw unreadable()
}

/** Reads a multipart form (RFC 7578) that is whole in one buffer. A part with a file is refused: uploads are streamed by calls of their own. */
export function multipartFields(body: Buffer, contentType: string): Fields {
  const fields = noFields()
  const boundary = boundaryOf(contentType)
  const delimiter = `\r\n--${boundary}`
  let at = body.indexOf(`--${boundary}`, 0, 'latin1') + boundary.length + 2
  if (at < boundary.length + 2) throw unreadable()
  while (body[at] !== DASH || body[at + 1] !== DASH) {
    if (body[at] !== CR || body[at + 1] !== LF) throw unreadable()
    const headEnd = body.indexOf('\r\n\r\n', at, 'latin1')
    const end = headEnd < 0 ? -1 : body.indexOf(delimiter, headEnd + 2, 'latin1')
    if (end < 0 || headEnd - at > HEAD_BYTES_MAX) throw unreadable()
    addField(fields, nameOf(body.toString('utf8', at + 2, headEnd)), end <= headEnd + 4 ? '' : body.toString('utf8', headEnd + 4, end))
    at = end + delimiter.length
  }
  return fields
}

function boundaryOf(contentType: string): string {
  const match = /boundary=(?:"([^"]{1,200})"|([^\s;]{1,200}))/i.exec(contentType)
  if (!match) throw unreadable()
  return match[1] ?? match[2] ?? ''
}

function nameOf(head: string): string {
  const match = /[;\s]name="([^"]{0,200})"/i.exec(head)
  if (!match || /[;\s]filename\*?=/i.test(head)) throw unreadable()
  return match[1] ?? ''
}
