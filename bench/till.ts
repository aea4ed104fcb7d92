// The till benchmark measures, in a real browser, the time from the key press that sells to the slip on the screen, in three parts: until the request leaves,
// until its answer is there, until the slip is drawn. It measures once on the machine as it is, and once while a process that does nothing but calculate
// occupies each processor. Options: quick (a third of the sales).
import { fork } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import os from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { EURO } from '../contract/kit/money.ts'
import { sell as sellCall } from '../contract/till/selling.ts'
import { openBrowser } from '../tools/browser.ts'
import { callsOf, enter, startDemo } from './demo-portal.ts'
import { onStage, type Stage } from './stage.ts'

const SALES = 60
/** The number of sales made first and not measured, so that scripts are compiled and connections open when measuring begins. */
const WARM = 5
const P95_MS = 120
/** The pause before a sale in milliseconds: longer than the time in which a second Enter counts as part of a scan. */
const SCAN_MS = 300
const WAIT_MS = 30_000
const LOOK_MS = 50

type Sale = { leaves_ms: number; answer_ms: number; drawn_ms: number; all_ms: number }

/** A script that runs on the page: notes when the key was pressed, when the request left and was answered, and when the slip was on the screen. */
const RECORD = `
  window.sale = {}
  addEventListener('keydown', ({ key, timeStamp }) => { if (key === 'Enter') window.sale = { key: timeStamp } }, true)
  new PerformanceObserver((list) => list.getEntries().forEach(({ name, startTime, responseEnd }) => {
    if (name.endsWith('${sellCall.path}')) Object.assign(sale, { sent: startTime, answered: responseEnd })
  })).observe({ type: 'resource', buffered: true })
  window.print = () => dispatchEvent(new Event('afterprint'))
  new MutationObserver(() => {
    const now = window.sale
    if (!now.key || now.seen || !document.querySelector('section [role=status].success')) return
    now.seen = true
    requestAnimationFrame(() => requestAnimationFrame(() => { now.drawn = performance.now() }))
  }).observe(document, { childList: true, subtree: true })
`

/** Gives the shop enough credit for all sales; returns the number of its cheapest tile that has stock. */
async function prepare(port: number): Promise<string> {
  const [office, till] = [await callsOf(port, 'nord'), await callsOf(port, 'kiosque')]
  const shop = (await office.customersListShort({ search_text: 'Kiosque Nord' })).content[0]
  const { transaction_key } = await office.transactionKey({})
  await office.walletChange({ transaction_key, customer_id: shop?.customer_id ?? '', type: 'top_up', amount: 20_000 * EURO })
  const { content } = await till.sellerProductsV2({ favorite: true })
  const numbered = content.map((offer, i) => ({ ...offer, number: String(i + 1) })).filter(({ left }) => left === null || left > 2 * (SALES + WARM))
  const [cheapest] = numbered.sort((a, b) => a.value - b.value)
  if (!cheapest) throw new Error('no favourite has enough stock')
  return cheapest.number
}

async function sell(page: Page, number: string): Promise<Sale> {
  for (const key of [...number, 'Enter']) await page.keyboard.press(key)
  await page.waitForTimeout(SCAN_MS)
  await page.keyboard.press('Enter')
  // The page's policy forbids scripts made from text, so the page cannot wait by itself. Instead this loop asks the page again and again.
  for (const begun = performance.now(); ; await page.waitForTimeout(LOOK_MS)) {
    const { key, sent, answered, drawn } = await page.evaluate<Partial<Record<'key' | 'sent' | 'answered' | 'drawn', number>>>('sale')
    if (key && sent && answered && drawn) return { leaves_ms: sent - key, answer_ms: answered - sent, drawn_ms: drawn - answered, all_ms: drawn - key }
    if (performance.now() - begun > WAIT_MS) throw new Error('the sale shows no slip')
  }
}

const at = (sorted: readonly number[], share: number) => Math.round((sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0) * 10) / 10
const figuresOf = (sales: readonly Sale[]) =>
  Object.fromEntries(
    (['leaves_ms', 'answer_ms', 'drawn_ms', 'all_ms'] as const).map((part) => {
      const sorted = sales.map((sale) => sale[part]).sort((a, b) => a - b)
      return [part, { p50: at(sorted, 0.5), p95: at(sorted, 0.95) }]
    }),
  )

/** Occupies each processor until the returned function is called. */
function occupy(stage: Stage): () => void {
  const file = join(stage.dir, 'busy.mjs')
  writeFileSync(file, 'for (;;) Math.random()')
  const busy = os.cpus().map(() => fork(file, { stdio: 'ignore' }))
  const end = () => {
    for (const one of busy) one.kill('SIGKILL')
  }
  stage.later(end)
  return end
}

/** Measures sales at the till of the demo world's shop. */
export async function keyToSlip(stage: Stage, port: number, browser: Browser, options: ReadonlySet<string>) {
  const number = await prepare(port)
  const page = await browser.newPage({ baseURL: `http://localhost:${port}`, viewport: { width: 1440, height: 900 }, serviceWorkers: 'block' })
  await page.addInitScript(RECORD)
  await enter(page, 'kiosque')
  await page.locator('main input[type=search]').waitFor({ timeout: WAIT_MS })
  const times = async (count: number) => {
    const sales: Sale[] = []
    while (sales.length < count) sales.push(await sell(page, number))
    return sales
  }
  await times(WARM)
  const count = options.has('quick') ? SALES / 3 : SALES
  const quiet = figuresOf(await times(count))
  const rest = occupy(stage)
  const loaded = figuresOf(await times(count))
  rest()
  await page.close()
  const targets: Record<string, boolean> = {}
  for (const [name, figures] of Object.entries({ quiet, loaded })) {
    process.stdout.write(
      `${name}: ${Object.entries(figures)
        .map(([part, { p50, p95 }]) => `${part} ${p50} / ${p95}`)
        .join('  ')}\n`,
    )
    targets[`${name}: key to slip p95 <= ${P95_MS} ms`] = (figures['all_ms']?.p95 ?? Number.POSITIVE_INFINITY) <= P95_MS
  }
  return { figures: { sales: count, quiet, loaded }, targets }
}

export async function measure(options: ReadonlySet<string>): Promise<Record<string, unknown>> {
  return onStage(async (stage) => {
    const port = await startDemo(stage)
    const browser = await openBrowser('installed')
    stage.later(() => browser.close())
    const { figures, targets } = await keyToSlip(stage, port, browser, options)
    for (const [name, met] of Object.entries(targets)) process.stdout.write(`${met ? 'met   ' : 'MISSED'} ${name}\n`)
    return { ...figures, targets }
  })
}
