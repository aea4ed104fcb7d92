// The measures of the looks benchmark find the faults for which they were written: each measure is tried on a page with its fault and on a page without it.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, expect, test } from 'vitest'
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
  // LATE_MS is counted from the moment when the blank page was drawn, however slow the machine is.
  '/blank again': html(
    TEXT,
    `text.hidden = true; requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => { text.hidden = false; document.title = 'over' }, ${LATE_MS})))`,
  ),
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
  const measured = async (path: string) => {
    const page = await browser.newPage(context)
    const { end } = await watchBlankness(page)
    await page.goto(path)
    await page.waitForFunction((ms) => performance.now() > ms, 5 * LATE_MS)
    if (path === '/blank again') await page.waitForFunction(() => document.title === 'over')
    const blankness = await end()
    await page.close()
    return blankness
  }
  expect((await measured('/calm')).again_ms).toBe(0)
  expect((await measured('/late')).first_ms).toBeGreaterThanOrEqual(LATE_MS)
  expect((await measured('/blank again')).again_ms).toBeGreaterThan(LATE_MS / 2)
})
