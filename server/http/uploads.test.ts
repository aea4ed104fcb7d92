// An upload whose connection breaks leaves no file behind, and the server keeps running.
import { readdirSync } from 'node:fs'
import { type AddressInfo, connect } from 'node:net'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { goods, rowsOf } from '../test/arrange.ts'
import { fileWorld, HOST } from '../test/world.ts'

const w = await fileWorld()
const nord = await w.signIn('nord')

const part = (name: string, value: string) => `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
const filePart = '--b\r\nContent-Disposition: form-data; name="csv_file"; filename="pins.csv"\r\nContent-Type: text/csv\r\n\r\n'

const fields = (configuration_id: string) => part('configuration_id', configuration_id) + part('delimiter', '')

/** A file is streamed to its handler if all fields came before it; otherwise it is stored until the fields have come. */
test.each([
  ['behind its fields', 'uploads', fields],
  ['before its fields', 'spool', () => ''],
] as const)('an upload whose connection breaks in the middle of a file %s leaves no upload and no file', async (_, folder, before) => {
  const { configuration_id } = await goods(w, { pins: 0 })
  const port = await listen()
  const head = [
    'POST /api/upload_file/ HTTP/1.1',
    `Host: ${HOST}`,
    `Authorization: Bearer ${nord.token}`,
    `Cookie: ${nord.headers.cookie}`,
    'Content-Type: multipart/form-data; boundary=b',
    'Content-Length: 9000000',
  ]
  const socket = connect(port, '127.0.0.1')
  socket.write(`${head.join('\r\n')}\r\n\r\n${before(configuration_id)}${filePart}${'1234567890123456\n'.repeat(20_000)}`)
  await expect.poll(() => left(folder).length).toBeGreaterThan(0)
  socket.destroy()
  await expect.poll(() => left(folder)).toEqual([])
  expect(await rowsOf(w, 'select id from uploads where configuration_id = $1', [configuration_id])).toEqual([])
  expect(await nord.calls.stockUploadsOpen({})).toEqual({ content: [] })
})

const send = (body: string) =>
  w.fetch('/api/upload_file/', { method: 'POST', headers: { ...nord.headers, 'content-type': 'multipart/form-data; boundary=b' }, body: `${body}--b--\r\n` })

test('a file may come before the form fields that describe it, and no part of it stays in the spool folder', async () => {
  const { configuration_id } = await goods(w, { pins: 0 })
  const answer = await send(`${filePart}pin;lot\n8123456789012345;A\n8123456789012346;A\r\n${fields(configuration_id)}`)
  expect([answer.status, await answer.json()]).toMatchObject([200, { step: 'uploaded', rows: 2, delimiter: ';' }])
  await expect.poll(() => left('spool')).toEqual([])
})

test('errors of an upload’s form are reported by field, whether the file comes before or after the fields', async () => {
  for (const body of [`${filePart}1\r\n${part('configuration_id', 'x')}`, `${part('configuration_id', 'x')}${filePart}1\r\n`]) {
    const answer = await send(body)
    expect([answer.status, await answer.json()]).toMatchObject([400, { code: 'invalid_input', problems: [{ field: 'configuration_id', code: 'not_an_id' }] }])
  }
  await expect.poll(() => left('spool')).toEqual([])
})

test('an upload whose file has no name is answered with file_not_csv, not with a server error', async () => {
  const { configuration_id } = await goods(w, { pins: 0 })
  const unnamed = '--b\r\nContent-Disposition: form-data; name="csv_file"; filename=""\r\nContent-Type: text/csv\r\n\r\n1\r\n--b--\r\n'
  const headers = { ...nord.headers, 'content-type': 'multipart/form-data; boundary=b' }
  const answer = await w.fetch('/api/upload_file/', { method: 'POST', headers, body: part('configuration_id', configuration_id) + unnamed })
  expect([answer.status, await answer.json()]).toMatchObject([400, { code: 'file_not_csv' }])
})

async function listen(): Promise<number> {
  if (!w.server.server.listening) await w.server.listen({ port: 0, host: '127.0.0.1' })
  return (w.server.server.address() as AddressInfo).port
}

function left(folder: string): string[] {
  try {
    return readdirSync(join(w.services.dataDir, folder))
  } catch {
    return []
  }
}
