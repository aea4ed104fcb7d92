// Untrusted files are opened in a process that has no secrets and may be killed. A caller that waits for the process gets an answer even if the process is
// killed.
import { readFile } from 'node:fs/promises'
import sharp from 'sharp'
import { afterAll, expect, test } from 'vitest'
import { drawing } from '../modules/goods/products/picture.ts'
import { answerReading } from '../modules/sales/reclamations/answer-file.ts'
import { pdfReading } from '../modules/sales/reclamations/harmless-pdf.ts'
import { createApart } from './apart.ts'

const ended: string[] = []
const note = (job: string, why: string) => void ended.push(`${job}: ${why}`)
const asker = { tenant_id: 1, user_id: 'somebody' }
const apart = createApart({ ended: note })
const slow = createApart({ time_ms: 1, ended: note })
const small = createApart({ memory_bytes: 1, ended: note })
afterAll(() => {
  for (const each of [apart, slow, small]) each.close()
})

const slip = await sharp({ create: { width: 900, height: 600, channels: 3, background: '#00a1f1' } })
  .jpeg()
  .toBuffer()

test('the separate process for untrusted files redraws a picture, checks a PDF, and reads a file of a supplier’s answers to claims', async () => {
  const drawn = await apart.run(asker, drawing, slip, { side: 90 })
  expect(await sharp(drawn).metadata()).toMatchObject({ format: 'webp', width: 90, height: 60 })
  expect(await apart.run(asker, pdfReading, Buffer.from('%PDF-1.7\n/OpenAction %%EOF'))).toBe(false)
  expect(await apart.run(asker, answerReading, Buffer.from('claim;answer\n7-abc;yes\n'))).toMatchObject([{ row: 2, claim: '7-abc', answer: 'yes' }])
  expect(ended).toEqual([])
})

test('a refusal inside the separate process reaches the caller, with the name of its field', async () => {
  await expect(apart.run(asker, drawing, Buffer.from('GIF89a'))).rejects.toMatchObject({ name: 'Refusal', code: 'image_unreadable' })
  await expect(apart.run(asker, answerReading, Buffer.from('a;b\n1;2\n'))).rejects.toMatchObject({
    code: 'invalid_input',
    problems: [{ field: 'csv_file', code: 'columns_missing' }],
  })
})

test('a file that takes too long or too much memory is refused, its process is ended and logged, and the next file is opened', async () => {
  for (const bounded of [slow, small])
    for (let file = 0; file < 2; file++) await expect(bounded.run(asker, drawing, slip)).rejects.toMatchObject({ code: 'image_unreadable' })
  expect(ended.splice(0)).toEqual(['drawing: time', 'drawing: time', 'drawing: memory', 'drawing: memory'])
  // Control: with the usual limits the same file can be drawn.
  expect(await apart.run(asker, drawing, slip)).toBeInstanceOf(Buffer)
})

test('a process that waits for a processor is not ended for waiting: only the time in which it runs counts', async () => {
  const limit_ms = 8_000
  const busy = createApart({ time_ms: limit_ms, ended: note })
  await busy.run(asker, pdfReading, Buffer.from(''))
  const pid = await childPid()
  const drawn = busy.run(asker, drawing, slip)
  process.kill(pid, 'SIGSTOP')
  await new Promise((done) => setTimeout(done, limit_ms * 1.2))
  process.kill(pid, 'SIGCONT')
  expect(await drawn).toBeInstanceOf(Buffer)
  expect(ended).toEqual([])
  busy.close()
})

const childPid = async () => Number((await readFile(`/proc/self/task/${process.pid}/children`, 'latin1')).trim().split(' ').at(-1))

test('the process that opens files has neither the address of the database nor the key of PINs', async () => {
  process.env.MASTER_KEY_PROBE = 'secret'
  const fresh = createApart()
  await fresh.run(asker, pdfReading, Buffer.from(''))
  const pid = await childPid()
  const [command, environment] = await Promise.all(['cmdline', 'environ'].map((name) => readFile(`/proc/${pid}/${name}`, 'latin1')))
  fresh.close()
  delete process.env.MASTER_KEY_PROBE
  expect(command).toContain('apart.ts')
  expect(environment).not.toContain('secret')
})
