// Tests the outcome of a slip over USB and serial: the printer works, stops, does not answer, or is used by another program.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { paperOf, tables } from './fixtures/paper.ts'
import type { Page } from './parts.ts'
import { choosePrinter } from './port.ts'
import { printPages } from './print.ts'
import { type PrinterSettings, settingsIn } from './settings.ts'

const PAGE: Page = [
  ...Array.from({ length: 40 }, (_, i) => ({ is: 'text' as const, text: `Zeile ${i} mit Straße und €` })),
  { is: 'pin', text: '1234 5678 9012 3456' },
]
const how = { paper: 80, opens_drawer: false } as const
const settings = (way: 'usb' | 'serial'): PrinterSettings => ({ ...settingsIn(null), way, printer: { vendor: 1, product: 2 } })

/**
 * The fake printer. What it received: the bytes to print (`taken`, without status requests), and how its connections were closed (`ends`). How it behaves: its
 * answers to status requests, after how many bytes it takes no more, and whether it refuses to be opened.
 */
type Wire = { taken: number[]; ends: string[]; opened: number; answers: (question: number) => number | undefined; stopsAfter: number; refuses: boolean }
let wire: Wire
const isQuestion = (bytes: Uint8Array) => bytes.length === 3 && bytes[0] === 0x10
const never = <T>() => new Promise<T>(() => undefined)

/** Receives the bytes, or fails as a printer does when its cable is pulled (`throws`) or its paper ends (`hangs`). */
function take(bytes: Uint8Array, stop: 'throws' | 'hangs') {
  if (wire.taken.length >= wire.stopsAfter) return stop === 'hangs' ? never<{ status: 'ok' }>() : Promise.reject(new DOMException('gone', 'NetworkError'))
  wire.taken.push(...bytes)
  return Promise.resolve({ status: 'ok' as const })
}

function usb(stop: 'throws' | 'hangs' = 'throws') {
  let question = 0
  const endpoints = [
    { endpointNumber: 1, direction: 'out', type: 'bulk' },
    { endpointNumber: 2, direction: 'in', type: 'bulk' },
  ]
  const device = {
    ...{ vendorId: 1, productId: 2, configuration: { interfaces: [{ interfaceNumber: 0, alternate: { interfaceClass: 7, endpoints } }] } },
    open: async () => {
      if (wire.refuses) throw new DOMException('no', 'SecurityError')
      wire.opened += 1
    },
    close: async () => void wire.ends.push('closed'),
    ...{ selectConfiguration: async () => undefined, claimInterface: async () => undefined },
    transferOut: (_: number, data: Uint8Array) => {
      if (!isQuestion(data)) return take(data, stop)
      question = data[2] ?? 0
      return Promise.resolve({ status: 'ok' })
    },
    transferIn: () => {
      const answer = wire.answers(question)
      return answer === undefined ? never() : Promise.resolve({ data: new DataView(new Uint8Array([answer]).buffer) })
    },
  }
  vi.stubGlobal('navigator', { usb: { getDevices: async () => [device], requestDevice: async () => device } })
}

function serial() {
  let question = 0
  const port = {
    getInfo: () => ({ usbVendorId: 1, usbProductId: 2 }),
    open: async () => {
      wire.opened += 1
    },
    close: async () => undefined,
    writable: {
      getWriter: () => ({
        write: (data: Uint8Array) => {
          if (!isQuestion(data)) return take(data, 'hangs')
          question = data[2] ?? 0
          return Promise.resolve()
        },
        close: async () => void wire.ends.push('let through'),
        abort: async () => void wire.ends.push('thrown away'),
        releaseLock: () => undefined,
      }),
    },
    readable: {
      getReader: () => ({
        read: () => {
          const answer = wire.answers(question)
          return answer === undefined ? never() : Promise.resolve({ value: new Uint8Array([answer]), done: false })
        },
        cancel: async () => undefined,
        releaseLock: () => undefined,
      }),
    },
  }
  vi.stubGlobal('navigator', { serial: { getPorts: async () => [port], requestPort: async () => port } })
}

beforeEach(() => {
  wire = { taken: [], ends: [], opened: 0, answers: () => 0x12, stopsAfter: Number.POSITIVE_INFINITY, refuses: false }
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

async function printed(way: 'usb' | 'serial', kept = settings(way)) {
  const outcome = printPages([PAGE], kept, how)
  await vi.advanceTimersByTimeAsync(20_000)
  return outcome
}
const paper = () => paperOf(Uint8Array.from(wire.taken), tables.epson)

test.each([
  ['usb', usb, 'closed'],
  ['serial', serial, 'let through'],
] as const)('a slip sent over %s arrives whole, and the port is closed afterwards', async (way, plug, end) => {
  plug()
  expect(await printed(way)).toEqual({ begun: true })
  expect(paper().lines.map(({ text }) => text.trim())).toContain('1234 5678 9012 3456')
  expect(paper().cuts).toBe(1)
  expect(wire.ends).toEqual([end])
})

test.each([
  ['usb', usb],
  ['serial', serial],
] as const)('a printer on %s that sends no status still prints', async (way, plug) => {
  plug()
  wire.answers = () => undefined
  expect(await printed(way)).toEqual({ begun: true })
  expect(paper().cuts).toBe(1)
})

test.each([
  ['no paper', 'paper_out', (question: number) => (question === 4 ? 0x72 : 0x12)],
  ['no paper, by another answer', 'paper_out', (question: number) => (question === 2 ? 0x32 : 0x12)],
  ['its cover open', 'open', (question: number) => (question === 2 ? 0x16 : 0x12)],
] as const)('a printer with %s is sent nothing', async (_, trouble, answers) => {
  usb()
  wire.answers = answers
  expect(await printed('usb')).toEqual({ trouble, begun: false })
  expect(wire.taken).toEqual([])
  expect(wire.ends).toEqual(['closed'])
})

test('if the paper ends during a slip, this is reported, and part of the slip counts as perhaps printed', async () => {
  usb()
  wire.answers = (question) => (question === 4 && wire.taken.length > 0 ? 0x72 : 0x12)
  expect(await printed('usb')).toEqual({ trouble: 'paper_out', begun: true })
})

test('if the cable is pulled during a slip, this is reported, and nothing is sent again', async () => {
  usb()
  wire.stopsAfter = 512
  expect(await printed('usb')).toEqual({ trouble: 'lost', begun: true })
  expect(wire.taken).toHaveLength(512)
  expect(wire.opened).toBe(1)
  expect(paperOf(Uint8Array.from(wire.taken), tables.epson).cuts).toBe(0)
})

test.each([
  ['usb', () => usb('hangs'), 'closed'],
  ['serial', serial, 'thrown away'],
] as const)('if a printer on %s accepts no more data, the slip is abandoned, and the data still waiting is not printed later', async (way, plug, end) => {
  plug()
  wire.stopsAfter = 512
  expect(await printed(way)).toEqual({ trouble: 'no_answer', begun: true })
  expect(wire.taken).toHaveLength(512)
  expect(wire.ends).toEqual([end])
})

test('a printer that is unplugged or used by another program is sent nothing', async () => {
  usb()
  expect(await printed('usb', { ...settings('usb'), printer: { vendor: 1, product: 3 } })).toEqual({ trouble: 'not_connected', begun: false })
  wire.refuses = true
  expect(await printed('usb')).toEqual({ trouble: 'refused', begun: false })
  vi.stubGlobal('navigator', {})
  expect(await printed('serial')).toEqual({ trouble: 'not_connected', begun: false })
  expect(wire.taken).toEqual([])
})

test('two slips that are sent at the same time are printed whole, one after the other', async () => {
  usb()
  const both = Promise.all([printPages([PAGE], settings('usb'), how), printPages([PAGE], settings('usb'), how)])
  await vi.advanceTimersByTimeAsync(1_000)
  expect(await both).toEqual([{ begun: true }, { begun: true }])
  const half = wire.taken.slice(0, wire.taken.length / 2)
  expect(wire.taken).toEqual([...half, ...half])
})

test('control: without the queue the parts of two slips mix', async () => {
  usb()
  const slip = Uint8Array.from({ length: 1_024 }, (_, i) => i >> 9)
  const { openPort } = await import('./port.ts')
  const [a, b] = await Promise.all([openPort('usb', { vendor: 1, product: 2 }, 9_600), openPort('usb', { vendor: 1, product: 2 }, 9_600)])
  await Promise.all([a.write(slip), b.write(slip)])
  expect(wire.taken).not.toEqual([...slip, ...slip])
})

test('the user chooses a printer in the browser’s dialog; if the user closes it without a choice, no printer is set', async () => {
  usb()
  expect(await choosePrinter('usb')).toEqual({ vendor: 1, product: 2 })
  serial()
  expect(await choosePrinter('serial')).toEqual({ vendor: 1, product: 2 })
  vi.stubGlobal('navigator', { usb: { requestDevice: () => Promise.reject(new DOMException('none', 'NotFoundError')) } })
  expect(await choosePrinter('usb')).toBeUndefined()
})
