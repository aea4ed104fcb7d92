// A file that breaks off on its way leaves nothing behind, and the server goes on.
import { readdirSync } from 'node:fs'
import { type AddressInfo, connect } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { goods, rowsOf } from '../test/arrange.ts'
import { HOST, type Person, type World, world } from '../test/world.ts'

let w: World
let nord: Person
beforeAll(async () => {
  w = await world()
  nord = await w.signIn('nord')
})
afterAll(() => w.end())

const part = (name: string, value: string) => `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
const filePart = '--b\r\nContent-Disposition: form-data; name="csv_file"; filename="pins.csv"\r\nContent-Type: text/csv\r\n\r\n'

test('a broken connection in the middle of a file leaves no upload and no file', async () => {
  const { configuration_id } = await goods(w, { pins: 0 })
  const port = await listen()
  const head = [
    'POST /api/upload_file/ HTTP/1.1',
    `Host: ${HOST}`,
    `Authorization: Bearer ${nord.token}`,
    `Cookie: ${nord.headers['cookie']}`,
    'Content-Type: multipart/form-data; boundary=b',
    'Content-Length: 9000000',
  ]
  const socket = connect(port, '127.0.0.1')
  socket.write(`${head.join('\r\n')}\r\n\r\n${part('configuration_id', configuration_id)}${filePart}${'1234567890123456\n'.repeat(20_000)}`)
  await expect.poll(() => left().length).toBeGreaterThan(0)
  socket.destroy()
  await expect.poll(() => left()).toEqual([])
  expect(await rowsOf(w, 'select id from uploads where configuration_id = $1', [configuration_id])).toEqual([])
  expect(await nord.calls.stockUploadsOpen({})).toEqual({ content: [] })
})

test('a form whose file comes before its fields, or that has none, is refused by field', async () => {
  const answer = await w.fetch('/api/upload_file/', {
    method: 'POST',
    headers: { ...nord.headers, 'content-type': 'multipart/form-data; boundary=b' },
    body: `${filePart}1\r\n${part('configuration_id', 'x')}--b--\r\n`,
  })
  expect([answer.status, await answer.json()]).toMatchObject([400, { code: 'invalid_input', problems: [{ field: 'configuration_id', code: 'required' }] }])
})

test('a file without a name is no supplier’s file, and no failure', async () => {
  const { configuration_id } = await goods(w, { pins: 0 })
  const unnamed = '--b\r\nContent-Disposition: form-data; name="csv_file"; filename=""\r\nContent-Type: text/csv\r\n\r\n1\r\n--b--\r\n'
  const headers = { ...nord.headers, 'content-type': 'multipart/form-data; boundary=b' }
  const answer = await w.fetch('/api/upload_file/', { method: 'POST', headers, body: part('configuration_id', configuration_id) + unnamed })
  expect([answer.status, await answer.json()]).toMatchObject([400, { code: 'file_not_csv' }])
})

async function listen(): Promise<number> {
  await w.server.listen({ port: 0, host: '127.0.0.1' })
  return (w.server.server.address() as AddressInfo).port
}

function left(): string[] {
  try {
    return readdirSync(join(w.services.dataDir, 'uploads'))
  } catch {
    return []
  }
}
