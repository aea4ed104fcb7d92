// Reads a form in this process as the server does before a handler gets it. A form that is refused here gets the same answer over the network; hostile.test.ts
// checks this once for each field.
import type { Call } from '../../contract/kit/call.ts'
import { jsonFields, urlencodedFields } from '../http/forms.ts'
import { decode } from '../http/mount.ts'
import { wireOf } from '../http/wire.ts'
import { Refusal } from '../kit/errors.ts'

export type Sent = Record<string, unknown>

export const queryOf = (fields: Sent) => String(new URLSearchParams(Object.entries(fields).map(([name, value]): [string, string] => [name, String(value)])))

/** Returns the input that the handler would get from this form; throws the server's refusal if the form is refused. */
export function readAsSent(c: Call, fields: Sent): unknown {
  const read = wireOf(c)(c.method === 'GET' ? urlencodedFields(queryOf(fields)) : jsonFields(JSON.stringify(fields)))
  // A call with `makesKey` gets a key from the server if the form has none.
  if (c.makesKey) read.transaction_key ||= 'no key'
  return decode(c, read)
}

/** The refusal of a form; undefined if the form reaches the handler. Any other error is a failure. */
export function turnedAway(c: Call, fields: Sent): Refusal | undefined {
  try {
    readAsSent(c, fields)
  } catch (error) {
    if (error instanceof Refusal) return error
    throw error
  }
  return undefined
}
