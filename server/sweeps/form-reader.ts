// A form as the server reads it before any handler has it, in process: what it turns away here it answers over the network just so, which the sweep that
// asks here looks at once for each field (hostile.test.ts).
import type { Call } from '../../contract/kit/call.ts'
import { jsonFields, urlencodedFields } from '../http/forms.ts'
import { decode } from '../http/mount.ts'
import { wireOf } from '../http/wire.ts'
import { Refusal } from '../kit/errors.ts'

export type Sent = Record<string, unknown>

export const queryOf = (fields: Sent) => String(new URLSearchParams(Object.entries(fields).map(([name, value]): [string, string] => [name, String(value)])))

/** What its handler is given; throws what the server answers instead. */
export function readAsSent(c: Call, fields: Sent): unknown {
  const read = wireOf(c)(c.method === 'GET' ? urlencodedFields(queryOf(fields)) : jsonFields(JSON.stringify(fields)))
  // The server makes one where none is given.
  if (c.makesKey) read.transaction_key ||= 'no key'
  return decode(c, read)
}

/** How a form is turned away; undefined when it reaches the handler. Anything but a refusal is a failure. */
export function turnedAway(c: Call, fields: Sent): Refusal | undefined {
  try {
    readAsSent(c, fields)
  } catch (error) {
    if (error instanceof Refusal) return error
    throw error
  }
  return undefined
}
