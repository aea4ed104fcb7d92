// The measures of the looks benchmark find the faults for which they were written: each measure is tried on a page with its fault and on a page without it.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { until } from '../../server/test/wait-for.ts'
import { openBrowser } from '../../tools/browser.ts'
import { load } from '../page-load.ts'
import { watchBlankness } from './blankness.ts'

const LATE_MS = 400
/** A page whose body contains this HTML, and whose script runs once the page is drawn. */
const html = (body: string, script = '') =>
  `<!doctype html><body style="margin:0">${body}<script>requestAnimationFrame(() => setTimeout(() => {${script}}))</script>`
const TEXT = '<p id="text" style="height:300px">Portal</p>'
const pages: Readonly<Record<string, string>> = {
  '/calm': html(TEXT),
  '/moving': html(TEXT, `setTimeout(() => { text.style.marginTop = '300px' }, ${LATE_MS})`),
  '/blocked': html(TEXT, `setTimeout(() => { for (const begun = Date.now(); Date.now() < begun + ${LATE_MS};); }, ${LATE_MS})`),
  '/late': html('', `setTimeout(() => { document.body.textContent = 'Portal' }, ${LATE_MS})`),
}

const server = createServer(({ url = '' }, answer) => answer.setHeader('content-type', 'text/html').end(pages[decodeURI(url)] ?? ''))
await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
const browser = await openBrowser()
const context = { baseURL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, viewport: { width: 400, height: 800 } }
afterAll(async () => {
  await browser.close()
  server.close()
})

test('measuring a page load counts what moves after the page was drawn and how long the page is blocked; for a calm page it counts nothing', {
  timeout: 60_000,
}, async () => {
  const measured = (path: string) => load(browser, context, { path, seen: 'p' })
  expect(await measured('/calm')).toMatchObject({ shift: 0, requests: 1 })
  expect((await measured('/moving')).shift).toBeGreaterThan(0.1)
  expect((await measured('/blocked')).blocking_ms).toBeGreaterThan(LATE_MS / 2)
})

test('the pictures of a page tell when its first content is drawn, and for how long the page is blank again', { timeout: 60_000 }, async () => {
  const opened = async (path: string) => {
    const page = await browser.newPage(context)
    const pictures = await watchBlankness(page)
    await page.goto(path)
    const end = async () => pictures.end().finally(() => page.close())
    return {
      page,
      end,
      isLast: (blank: boolean) => until(`a picture that is ${blank ? '' : 'not '}blank`, async () => (await pictures.isLastBlank()) === blank),
    }
  }
  const calm = await opened('/calm')
  await calm.isLast(false)
  expect((await calm.end()).again_ms).toBe(0)
  const late = await opened('/late')
  await late.isLast(false)
  expect((await late.end()).first_ms).toBeGreaterThanOrEqual(LATE_MS)
  // The page is hidden only once a picture has its text, and shown only some time after a blank picture.
  const again = await opened('/calm')
  await again.isLast(false)
  const hidden = (is: boolean) => again.page.evaluate((value) => document.getElementById('text')?.toggleAttribute('hidden', value), is)
  await hidden(true)
  await again.isLast(true)
  await again.page.evaluate((ms) => new Promise((done) => setTimeout(done, ms)), LATE_MS)
  await hidden(false)
  await again.isLast(false)
  expect((await again.end()).again_ms).toBeGreaterThanOrEqual(LATE_MS)
})
