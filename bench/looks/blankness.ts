// How long a loading page stays blank, judged by the pictures that the browser draws: how long until the first placeholder or text, and for how long it is
// blank again after that. The start page is measured over slow 4G on a telephone a quarter as fast as this machine.
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { ready } from '../../e2e/kit/open-page.ts'
import { PHONE, SLOW_4G, SLOWNESS, slowDown } from '../page-load.ts'
import { type Figures, say } from './figures.ts'
import type { Portal } from './portal.ts'

/** An image is blank if no colour channel differs by more than this within it; placeholders differ from the page's colour by little. */
const SAME = 3
const [FIRST_MS, BLANK_MS] = [1_500, 100]

type Picture = { at_ms: number; isBlank: boolean }

/**
 * Records whether the browser's pictures of the page are blank. `isLastBlank` tells it of the newest picture, undefined before the first. `end` returns when the first picture that is not blank was drawn, counted from the start
 * of the page's navigation, and for how long the page was blank again after that.
 */
export async function watchBlankness(page: Page) {
  const session = await page.context().newCDPSession(page)
  const drawn: Promise<Picture>[] = []
  session.on('Page.screencastFrame', ({ data, metadata, sessionId }) => {
    session.send('Page.screencastFrameAck', { sessionId }).catch(() => undefined)
    drawn.push(isBlank(Buffer.from(data, 'base64')).then((blank) => ({ at_ms: (metadata.timestamp ?? 0) * 1_000, isBlank: blank })))
  })
  await session.send('Page.startScreencast', { format: 'png', maxWidth: 300, maxHeight: 600, everyNthFrame: 1 })
  return {
    isLastBlank: async (): Promise<boolean | undefined> => (await drawn.at(-1))?.isBlank,
    end: async (): Promise<{ first_ms: number; again_ms: number }> => {
      await session.send('Page.stopScreencast')
      const { began, now } = await page.evaluate(() => ({ began: performance.timeOrigin, now: performance.timeOrigin + performance.now() }))
      // Pictures from before the navigation show the page that was open until then.
      const pictures = (await Promise.all(drawn)).filter(({ at_ms }) => at_ms >= began)
      const first = pictures.find((picture) => !picture.isBlank)
      if (!first) throw new Error('the page was blank all the time')
      const later = pictures.filter(({ at_ms }) => at_ms >= first.at_ms)
      const again = later.reduce((sum, { at_ms, isBlank: blank }, n) => sum + (blank ? (later[n + 1]?.at_ms ?? now) - at_ms : 0), 0)
      return { first_ms: Math.round(first.at_ms - began), again_ms: Math.round(again) }
    },
  }
}

async function isBlank(png: Buffer): Promise<boolean> {
  const { channels } = await sharp(png).removeAlpha().stats()
  return channels.every(({ min, max }) => max - min <= SAME)
}

export async function blankness({ context }: Portal): Promise<Figures> {
  const opened = await context('reseller', { ...PHONE, reducedMotion: 'reduce' })
  const page = await opened.newPage()
  const { end } = await watchBlankness(page)
  await slowDown(page, { line: SLOW_4G, slowness: SLOWNESS })
  await page.goto('/dashboard', { waitUntil: 'commit' })
  await page.locator('main h1').waitFor({ timeout: 60_000 })
  await ready(page)
  const { first_ms, again_ms } = await end()
  await opened.close()
  say(`start page: first placeholder after ${first_ms} ms, blank again for ${again_ms} ms`)
  return {
    figures: { start_page: { placeholder_ms: first_ms, blank_again_ms: again_ms } },
    targets: {
      [`start page has placeholders <= ${FIRST_MS} ms`]: first_ms <= FIRST_MS,
      [`start page is never blank again (<= ${BLANK_MS} ms)`]: again_ms <= BLANK_MS,
    },
  }
}
