// A simulated slip printer on the browser's USB interface: it records its slips, and can be unplugged, run out of paper, or fail in the middle of a slip.
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { type Paper, paperOf, tables } from '../../web/kit/printers/fixtures/paper.ts'
import { forThisTest } from './contexts.ts'

/** `breaks`: the connection fails after the first piece of data. `silent`: the printer never reports its state, like many real ones. */
export type State = 'works' | 'unplugged' | 'no_paper' | 'breaks' | 'silent'

declare global {
  interface Window {
    heardByPrinter: (what: 'open' | 'asked' | 'bytes', bytes: number[]) => Promise<void>
  }
}

/** Gives a page a printer; must be called before the page is opened. `asked`: how often the browser was asked to choose a printer. */
export async function slipPrinter(page: Page) {
  const slips: number[][] = []
  const heard = { asked: 0, opened: 0 }
  const context = page.context()
  const hearing = await context.exposeFunction('heardByPrinter', (what: 'open' | 'asked' | 'bytes', bytes: number[]) => {
    if (what === 'asked') heard.asked += 1
    else if (what === 'open') heard.opened = slips.push([])
    else slips.at(-1)?.push(...bytes)
  })
  const printer = await context.addInitScript(() => {
    const state = () => localStorage.getItem('printer_state') ?? 'works'
    const isStatus = (bytes: Uint8Array) => bytes.length === 3 && bytes[0] === 0x10 && bytes[1] === 0x04
    let question = 0
    let pieces = 0
    const endpoints = [
      { endpointNumber: 1, direction: 'out', type: 'bulk' },
      { endpointNumber: 2, direction: 'in', type: 'bulk' },
    ]
    const device = {
      ...{ vendorId: 0x04b8, productId: 0x0202, configuration: { interfaces: [{ interfaceNumber: 0, alternate: { interfaceClass: 7, endpoints } }] } },
      open: async () => {
        pieces = 0
        await window.heardByPrinter('open', [])
      },
      ...{ close: async () => undefined, selectConfiguration: async () => undefined, claimInterface: async () => undefined },
      transferOut: async (_: number, data: Uint8Array) => {
        if (isStatus(data)) {
          question = data[2] ?? 0
          return { status: 'ok' }
        }
        pieces += 1
        if (state() === 'breaks' && pieces > 1) throw new DOMException('gone', 'NetworkError')
        await window.heardByPrinter('bytes', [...data])
        return { status: 'ok' }
      },
      transferIn: async () => {
        if (state() === 'silent') return new Promise(() => undefined)
        const answer = question === 4 && state() === 'no_paper' ? 0x72 : 0x12
        return { data: new DataView(new Uint8Array([answer]).buffer) }
      },
    }
    const usb = {
      getDevices: async () => (state() === 'unplugged' || !localStorage.getItem('printer_allowed') ? [] : [device]),
      requestDevice: async () => {
        await window.heardByPrinter('asked', [])
        localStorage.setItem('printer_allowed', 'yes')
        return device
      },
    }
    Object.defineProperty(navigator, 'usb', { value: usb, configurable: true })
  })
  forThisTest(context, hearing, printer)
  const papers = (): Paper[] => slips.filter((bytes) => bytes.length > 0).map((bytes) => paperOf(Uint8Array.from(bytes), tables.epson))
  return {
    heard,
    /** The printed slips. A connection that was opened but received no byte counts as no slip. */
    papers,
    /** Waits for this many slips, of which the last is complete. */
    printed: (count: number) => expect.poll(() => [papers().length, papers().at(-1)?.cuts]).toEqual([count, 1]),
    is: (state: State) => page.evaluate((now) => localStorage.setItem('printer_state', now), state),
  }
}

export const textOn = ({ lines }: Paper): string => lines.map(({ text }) => text.trim()).join('\n')

const LETTER_PX = 7.2
const COLUMNS = { 58: 32, 80: 42 }

/** Draws a slip as a picture for people to look at: every letter is as wide as the printer prints it, whichever fonts this machine has. */
export async function drawn(page: Page, { lines, codes }: Paper, width: 58 | 80) {
  const cell = (sign: string, wide: number) => `<i style="width:${LETTER_PX * wide}px">&#${sign.codePointAt(0)};</i>`
  const rows = lines.map(({ text, wide, bold }) => {
    const pad = text.length - text.trimStart().length
    const cells = [...text].map((sign, i) => cell(sign, i < pad ? 1 : wide))
    return `<div style="font-size:${12 * wide}px;height:${17 * wide}px;font-weight:${bold ? 700 : 400}">${cells.join('')}</div>`
  })
  const paper = `margin:16px;padding:8px;width:${COLUMNS[width] * LETTER_PX}px;background:#fff;font-family:monospace;white-space:nowrap`
  await page.setContent(
    `<style>i{display:inline-block;font-style:normal;text-align:center}</style><body style="background:#999"><div style="${paper}">${rows.join('')}</div>${codes.join(' ')}`,
  )
}
