// Prints a slip directly on a slip printer. Nothing is sent a second time automatically; the caller is told the outcome, and whether part of the slip may be on
// paper.
import { encoded, type How } from './encode.ts'
import type { Page } from './parts.ts'
import { openPort, type Port, PortError, type Trouble } from './port.ts'
import type { PrinterSettings } from './settings.ts'

/** The outcome of printing a slip. `trouble`: why it failed; `begun`: the printer received some of the bytes, so part of the slip may be on paper. */
export type Outcome = { trouble?: Trouble; begun: boolean }

/** The printing of the previous slip. The next slip waits for it, so that two slips never mix on paper. */
let before: Promise<unknown> = Promise.resolve()

export function printPages(pages: readonly Page[], settings: PrinterSettings, how: Omit<How, 'letters' | 'cuts'>): Promise<Outcome> {
  const mine = before.then(() => print(encoded(pages, { ...settings, ...how }), settings))
  before = mine.catch(() => undefined)
  return mine
}

async function print(bytes: Uint8Array, { way, printer, baud }: PrinterSettings): Promise<Outcome> {
  let port: Port | undefined
  let begun = false
  let isWhole = false
  try {
    port = await openPort(way === 'serial' ? 'serial' : 'usb', printer, baud)
    const first = await troubleOf(port)
    if (first) return { trouble: first, begun }
    begun = true
    await port.write(bytes)
    isWhole = true
    const after = await troubleOf(port)
    return { ...(after && { trouble: after }), begun }
  } catch (error) {
    return { trouble: error instanceof PortError ? error.trouble : 'lost', begun }
  } finally {
    // Bytes of a failed slip that are still waiting are discarded; otherwise they would be printed later, before a second try.
    await port?.close(isWhole).catch(() => undefined)
  }
}

/** The commands that request the printer's status at once (DLE EOT): 2 asks for the cause of a stop, 4 for the paper sensor. */
const COVER = new Uint8Array([0x10, 0x04, 2])
const PAPER = new Uint8Array([0x10, 0x04, 4])
const isStatus = (byte: number) => (byte & 0x93) === 0x12

/** Returns the problem that the printer reports. Many printers never answer, and then no problem is known. */
async function troubleOf(port: Port): Promise<Trouble | undefined> {
  const paper = await port.ask(PAPER)
  if (paper === undefined || !isStatus(paper)) return undefined
  if ((paper & 0x60) !== 0) return 'paper_out'
  const cover = await port.ask(COVER)
  if (cover === undefined || !isStatus(cover)) return undefined
  if ((cover & 0x20) !== 0) return 'paper_out'
  return (cover & 0x44) !== 0 ? 'open' : undefined
}
