// The form of the log depends on its reader: a terminal gets readable lines, a file gets JSON, and neither gets secrets.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { createLog } from './log.ts'

const folder = mkdtempSync(join(tmpdir(), 'portal-log-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** Logs two messages and returns the lines of the log file. */
async function written(isTerminal: boolean): Promise<string[]> {
  const to = join(folder, String(isTerminal))
  const log = await createLog('info', { isTerminal, to })
  log.debug('left out')
  log.info({ call: 'sell', pin: '1234567890123456', headers: { authorization: 'Bearer secret' } }, 'answered')
  log.error({ error: 'no disk' }, 'a backup failed')
  await new Promise((flushed) => log.flush(flushed))
  await expect.poll(() => readFileSync(to, 'utf8')).toContain('a backup failed')
  return readFileSync(to, 'utf8').trimEnd().split('\n')
}

test('the log for machines has one JSON object per line', async () => {
  const [info, error] = (await written(false)).map((line) => JSON.parse(line))
  expect(info).toMatchObject({ level: 30, msg: 'answered', call: 'sell', pin: '[Redacted]', headers: { authorization: '[Redacted]' } })
  expect(error).toMatchObject({ level: 50, msg: 'a backup failed' })
})

test('the log for people has one line per entry, with the time, the level, what happened and its details', async () => {
  const lines = await written(true)
  expect(lines).toHaveLength(2)
  expect(lines[0]).toMatch(/^\[\d\d:\d\d:\d\d\] INFO: answered \{.*"call":"sell"/)
  expect(lines[1]).toMatch(/ERROR: a backup failed/)
  expect(lines.join()).not.toMatch(/1234567890123456|Bearer/)
  expect(lines[0]).toContain('[Redacted]')
})
