// The measures of the looks benchmark find the faults for which they were written: each measure is tried on a page with its fault and on a page without it.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { openBrowser } from '../../tools/browser.ts'
import { load } from '../page-load.ts'
import { watchBlankness } from './blankness.ts'

const LATE_MS = 400
/** For how long the page has its text and is then blank again: so long that a busy machine, too, draws a picture of both. */
const BLANK_MS = 1_000

/** A page whose body contains this HTML, and whose script runs once the page is drawn. */
const html = (body: string, script = '') =>
  `<!doctype html><body style="margin:0">${body}<script>requestAnimationFrame(() => setTimeout(() => {${script}}))</script>`
/** A script that shows the text and notes that the page is whole. */
const SHOWN = "text.hidden = false; document.title = 'over'"
const onceDrawn = (script: string) => `requestAnimationFrame(() => requestAnimationFrame(() => ${script}))`
const TEXT = '<p id="text" style="height:300px">Portal</p>'
const pages: Readonly<Record<string, string>> = {
  '/calm': html(TEXT),
  '/moving': html(TEXT, `setTimeout(() => { text.style.marginTop = '300px' }, ${LATE_MS})`),
  '/blocked': html(TEXT, `setTimeout(() => { for (const begun = Date.now(); Date.now() < begun + ${LATE_MS};); }, ${LATE_MS})`),
  '/late': html('', `setTimeout(() => { document.body.textContent = 'Portal' }, ${LATE_MS})`),
  // The text stays for a while, so that the browser draws a picture of it. The blank time is counted from the moment when the blank page was drawn.
  '/blank again': html(TEXT, `setTimeout(() => { text.hidden = true; ${onceDrawn(`setTimeout(() => { ${SHOWN} }, ${BLANK_MS})`)} }, ${BLANK_MS})`),
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
  expect((await measured('/blank again')).again_ms).toBeGreaterThan(BLANK_MS / 2)
})
