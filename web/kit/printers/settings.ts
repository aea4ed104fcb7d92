// How slips are printed from this browser. A printer belongs to a machine, so the settings are stored in the browser and not with the account.
import { useSyncExternalStore } from 'react'

export const ways = ['browser', 'usb', 'serial'] as const
export type Way = (typeof ways)[number]
/** The kind of character tables that the printer has: the tables of a make; `western`: tables without ş ğ ı; `plain`: no table that can be relied on. */
export const letterKinds = ['epson', 'bixolon', 'citizen', 'sunmi', 'pos', 'western', 'plain'] as const
export type Letters = (typeof letterKinds)[number]
export const bauds = [9_600, 19_200, 38_400, 57_600, 115_200] as const

export type PrinterSettings = {
  way: Way
  letters: Letters
  /** The speed of a serial line, in bits per second. */
  baud: (typeof bauds)[number]
  cuts: boolean
  /** Whether the drawer opens when cash is taken. */
  opens_drawer: boolean
  /** Whether the till asks after each slip whether it was printed. */
  asks: boolean
  /** The chosen printer, among those that the browser may use. */
  printer?: { vendor: number; product: number } | undefined
}

const usual: PrinterSettings = { way: 'browser', letters: 'epson', baud: 9_600, cuts: true, opens_drawer: false, asks: false }
const PLACE = 'slip_printer'
const listeners = new Set<() => void>()
let read: { text: string | null; settings: PrinterSettings } = { text: null, settings: usual }

/** Returns the stored settings; unknown values, such as those of another version, are replaced by the defaults. */
export function printerSettings(): PrinterSettings {
  const text = localStorage.getItem(PLACE)
  if (text !== read.text) read = { text, settings: settingsIn(text) }
  return read.settings
}

export function settingsIn(text: string | null): PrinterSettings {
  const kept = parsed(text)
  const one = <V>(values: readonly V[], value: unknown, otherwise: V) => values.find((known) => known === value) ?? otherwise
  const { vendor, product } = parsed(kept.printer)
  return {
    way: one(ways, kept.way, usual.way),
    letters: one(letterKinds, kept.letters, usual.letters),
    baud: one(bauds, kept.baud, usual.baud),
    cuts: one([true, false], kept.cuts, usual.cuts),
    opens_drawer: one([true, false], kept.opens_drawer, usual.opens_drawer),
    asks: one([true, false], kept.asks, usual.asks),
    ...(typeof vendor === 'number' && typeof product === 'number' && { printer: { vendor, product } }),
  }
}

function parsed(given: unknown): Record<string, unknown> {
  try {
    const value: unknown = typeof given === 'string' ? JSON.parse(given) : given
    return typeof value === 'object' && value !== null ? { ...value } : {}
  } catch {
    return {}
  }
}

export function keepPrinterSettings(changes: Partial<PrinterSettings>) {
  localStorage.setItem(PLACE, JSON.stringify({ ...printerSettings(), ...changes }))
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    removeEventListener('storage', listener)
  }
}

export const usePrinterSettings = () => useSyncExternalStore(subscribe, printerSettings)
