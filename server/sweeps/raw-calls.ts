// Sends any call as any person with any fields, without the typed client.
import type { Call } from '../../contract/kit/call.ts'
import type { World } from '../test/world.ts'

export type Asker = { host: string; headers: Record<string, string> }
export type Answer = { status: number; text: string }

const isEmpty = (fields: Record<string, string>) => Object.keys(fields).length === 0

export async function ask(w: World, c: Call, asker: Asker, fields: Record<string, string> = {}): Promise<Answer> {
  const { host, headers } = asker
  if (c.method === 'GET') return answerOf(await w.fetch(`/api${c.path}${isEmpty(fields) ? '' : `?${new URLSearchParams(fields)}`}`, { host, headers }))
  return answerOf(await w.fetch(`/api${c.path}`, { method: 'POST', host, headers, body: formOf(c, fields) }))
}

function formOf(c: Call, fields: Record<string, string>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  if ('csv_file' in c.input.shape) form.set('csv_file', new Blob(['1234567890123456\n'], { type: 'text/csv' }), 'pins.csv')
  return form
}

const answerOf = async (response: Response): Promise<Answer> => ({ status: response.status, text: await response.text() })
