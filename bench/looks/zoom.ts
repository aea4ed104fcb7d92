// The till at 400 % zoom on a desktop of 1280 by 1024 pixels: how large the window is at this zoom, and what can be reached in it once a card is chosen.
import { isReachable, saleControls, salePanel } from '../../e2e/kit/in-sight.ts'
import { overflowsOf } from '../../e2e/views/screen-check.ts'
import { type Figures, say } from './figures.ts'
import type { Portal } from './portal.ts'

const ZOOMED = { width: 320, height: 256 }
const CONTROLS = ':is(a[href], button, input, select):visible:enabled'

export async function zoom({ context }: Portal): Promise<Figures> {
  const opened = await context('shop', { viewport: ZOOMED, hasTouch: true, reducedMotion: 'reduce' })
  const page = await opened.newPage()
  await page.goto('/cashcards/')
  await page.locator('main li > button').first().click()
  const panel = salePanel(page)
  await panel.waitFor()
  const covered: string[] = []
  for (const control of await panel.locator(CONTROLS).all())
    if (!(await isReachable(control))) covered.push((await control.evaluate((element) => element.outerHTML)).slice(0, 100))
  const { quantity, sell } = saleControls(page)
  const reachable = { quantity: await isReachable(quantity), sell: await isReachable(sell) }
  const wide = await overflowsOf(page)
  await opened.close()
  say(`till at 400 %: quantity ${reachable.quantity ? 'reachable' : 'COVERED'}, sell ${reachable.sell ? 'reachable' : 'COVERED'}`)
  for (const one of [...covered, ...wide]) say(`  ${one}`)
  return {
    figures: { zoom_400: { ...reachable, covered, wide } },
    targets: {
      'at 400 % the sell button is reachable': reachable.sell && reachable.quantity,
      'at 400 % nothing of the sale is covered': covered.length === 0,
      'at 400 % nothing is wider than the window': wide.length === 0,
    },
  }
}
