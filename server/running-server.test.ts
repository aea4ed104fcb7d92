// A second start in a data directory is refused at once with the address of the running portal. The note of a server that was killed does not refuse a start.
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { noteServer, refuseSecondServer } from './running-server.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'portal-running-'))
const file = join(dataDir, 'server.json')
let status = 200
const portal = createServer((_, answer) => void answer.writeHead(status).end())
await new Promise<void>((done) => portal.listen(0, '127.0.0.1', done))
const { port } = portal.address() as AddressInfo
afterAll(() => {
  portal.close()
  rmSync(dataDir, { recursive: true, force: true })
})

/** Writes the note of a server whose process is the parent of this test's process, and therefore exists. */
const note = (more: object = {}) => writeFileSync(file, JSON.stringify({ pid: process.ppid, host: '127.0.0.1', port, ...more }))

test('a start is refused with the address of the portal that runs in the same directory, whichever addresses it listens on', async () => {
  for (const host of ['127.0.0.1', '0.0.0.0', 'localhost']) {
    note({ host })
    await expect(refuseSecondServer({ dataDir })).rejects.toThrow(
      `already runs at http://${host === '0.0.0.0' ? '127.0.0.1' : host}:${port} (process ${process.ppid})`,
    )
  }
})

test('a start is not refused by a note of a process that has ended, does not answer, or is the starting one, nor by a broken or missing note', async () => {
  note({ pid: 2 ** 22 + 1 })
  await refuseSecondServer({ dataDir })
  note({ pid: process.pid })
  await refuseSecondServer({ dataDir })
  note()
  status = 503
  await refuseSecondServer({ dataDir })
  status = 200
  note({ port: 1 })
  await refuseSecondServer({ dataDir })
  writeFileSync(file, '{"pid":')
  await refuseSecondServer({ dataDir })
  rmSync(file)
  await refuseSecondServer({ dataDir })
})

test('a server notes itself in a private file and removes its own note, but not the note of the server after it', async () => {
  const forget = noteServer(dataDir, '127.0.0.1', port)
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ pid: process.pid, host: '127.0.0.1', port })
  expect(statSync(file).mode & 0o777).toBe(0o600)
  note()
  forget()
  expect(JSON.parse(readFileSync(file, 'utf8')).pid).toBe(process.ppid)
  noteServer(dataDir, '127.0.0.1', port)()
  expect(() => readFileSync(file)).toThrow('ENOENT')
})
