// The connection to a slip printer, over USB or a serial line: writing, reading the printer's status, and closing. The types of the browser interfaces are
// declared in this file as far as they are used, because TypeScript's own types lack them.

export interface Port {
  /** Resolves when the printer has taken all bytes. */
  write: (bytes: Uint8Array) => Promise<void>
  /** Asks the printer for one byte of its status; undefined if it does not answer. */
  ask: (question: Uint8Array) => Promise<number | undefined>
  /** Closes the connection. `isWhole`: everything was written, so the printer may print the rest; otherwise bytes that are still waiting are discarded. */
  close: (isWhole: boolean) => Promise<void>
}

/** The vendor id and product id of a printer, by which the browser finds it again. */
export type Id = { vendor: number; product: number }

type Endpoint = { endpointNumber: number; direction: 'in' | 'out'; type: 'bulk' | 'interrupt' | 'isochronous' }
type Interface = { interfaceNumber: number; alternate: { interfaceClass: number; endpoints: readonly Endpoint[] } }
type UsbDevice = {
  vendorId: number
  productId: number
  configuration: { interfaces: readonly Interface[] } | null
  open: () => Promise<void>
  close: () => Promise<void>
  selectConfiguration: (number: number) => Promise<void>
  claimInterface: (number: number) => Promise<void>
  transferOut: (endpoint: number, data: Uint8Array) => Promise<{ status: 'ok' | 'stall' | 'babble' }>
  transferIn: (endpoint: number, length: number) => Promise<{ data?: DataView | undefined }>
}
type SerialPort = {
  readable: ReadableStream<Uint8Array> | null
  writable: WritableStream<Uint8Array> | null
  getInfo: () => { usbVendorId?: number; usbProductId?: number }
  open: (options: { baudRate: number }) => Promise<void>
  close: () => Promise<void>
}

declare global {
  interface Navigator {
    readonly usb?: { getDevices: () => Promise<UsbDevice[]>; requestDevice: (asked: { filters: { classCode?: number }[] }) => Promise<UsbDevice> }
    readonly serial?: { getPorts: () => Promise<SerialPort[]>; requestPort: () => Promise<SerialPort> }
  }
}

/** Why a slip was not printed completely. `refused`: another program or driver is using the printer. `lost`: the connection ended. */
export type Trouble = 'not_connected' | 'refused' | 'paper_out' | 'open' | 'lost' | 'no_answer' | 'not_loaded'

export class PortError extends Error {
  readonly trouble: Trouble
  constructor(trouble: Trouble) {
    super(trouble)
    this.trouble = trouble
  }
}

/** How long the printer may take for one write of PIECE bytes: enough for a slow printer, and short enough for a person waiting at the counter. */
const TAKE_MS = 8_000
const ANSWER_MS = 300
/** Bytes per write: even a printer with little memory takes this many within the time limit. */
const PIECE = 512

const PRINTER_CLASS = 7

/** Asks the user to choose a printer; undefined if none was chosen. The browser allows this only on a button press. */
export async function choosePrinter(way: 'usb' | 'serial'): Promise<Id | undefined> {
  try {
    if (way === 'usb') {
      // Many slip printers do not declare themselves as printers, so the browser also offers devices of the vendor-specific class (0xff).
      const device = await navigator.usb?.requestDevice({ filters: [{ classCode: PRINTER_CLASS }, { classCode: 0xff }] })
      return device && { vendor: device.vendorId, product: device.productId }
    }
    const port = await navigator.serial?.requestPort()
    return port && idOf(port)
  } catch {
    return undefined
  }
}

export const isPossible = (way: 'usb' | 'serial') => Boolean(navigator[way])

/** The ids of a serial port; both are 0 if the port is not a USB adapter. */
function idOf(port: SerialPort): Id {
  const { usbVendorId = 0, usbProductId = 0 } = port.getInfo()
  return { vendor: usbVendorId, product: usbProductId }
}

export async function openPort(way: 'usb' | 'serial', printer: Id | undefined, baudRate: number): Promise<Port> {
  if (way === 'usb') {
    const devices = (await navigator.usb?.getDevices()) ?? []
    const device = devices.find(({ vendorId, productId }) => vendorId === printer?.vendor && productId === printer.product)
    return opened(device, openUsb)
  }
  const ports = (await navigator.serial?.getPorts()) ?? []
  const port = ports.find((one) => idOf(one).vendor === printer?.vendor && idOf(one).product === printer.product)
  return opened(port, (one) => openSerial(one, baudRate))
}

async function opened<D>(device: D | undefined, open: (device: D) => Promise<Port>): Promise<Port> {
  if (!device) throw new PortError('not_connected')
  try {
    return await open(device)
  } catch (error) {
    // NotFoundError means that the printer has just been unplugged; any other error means that another program is using it.
    throw new PortError(error instanceof DOMException && error.name === 'NotFoundError' ? 'not_connected' : 'refused')
  }
}

async function openUsb(device: UsbDevice): Promise<Port> {
  await device.open()
  if (!device.configuration) await device.selectConfiguration(1)
  const found = device.configuration?.interfaces.find(({ alternate }) => alternate.endpoints.some(isBulk('out')))
  const out = found?.alternate.endpoints.find(isBulk('out'))
  if (!found || !out) throw new PortError('refused')
  await device.claimInterface(found.interfaceNumber)
  const into = found.alternate.endpoints.find(isBulk('in'))
  async function write(bytes: Uint8Array) {
    for (let at = 0; at < bytes.length; at += PIECE) {
      const sent = await within(TAKE_MS, device.transferOut(out?.endpointNumber ?? 0, bytes.slice(at, at + PIECE)))
      if (sent === undefined) throw new PortError('no_answer')
      if (sent.status !== 'ok') throw new PortError('lost')
    }
  }
  async function ask(question: Uint8Array) {
    if (!into) return undefined
    await write(question)
    const answer = await within(ANSWER_MS, device.transferIn(into.endpointNumber, 64))
    return answer?.data?.byteLength ? answer.data.getUint8(answer.data.byteLength - 1) : undefined
  }
  return { write, ask, close: () => device.close() }
}

const isBulk =
  (direction: 'in' | 'out') =>
  ({ direction: own, type }: Endpoint): boolean =>
    own === direction && type === 'bulk'

async function openSerial(port: SerialPort, baudRate: number): Promise<Port> {
  await port.open({ baudRate })
  const writer = port.writable?.getWriter()
  const reader = port.readable?.getReader()
  async function write(bytes: Uint8Array) {
    for (let at = 0; at < bytes.length; at += PIECE) {
      const taken = await within(
        TAKE_MS,
        writer?.write(bytes.slice(at, at + PIECE)).then(() => true),
      )
      if (!taken) throw new PortError('no_answer')
    }
  }
  async function ask(question: Uint8Array) {
    await write(question)
    const answer = await within(ANSWER_MS, reader?.read())
    return answer?.value?.at(-1)
  }
  async function close(isWhole: boolean) {
    await reader?.cancel().catch(() => undefined)
    reader?.releaseLock()
    await (isWhole ? writer?.close() : writer?.abort())?.catch(() => undefined)
    writer?.releaseLock()
    await port.close()
  }
  return { write, ask, close }
}

/** Waits at most `ms` milliseconds for a result. Returns undefined if it takes longer, and ignores a later result. */
function within<T>(ms: number, work: Promise<T> | undefined): Promise<T | undefined> {
  let timer: ReturnType<typeof setTimeout>
  const end = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), ms)
  })
  return Promise.race([work, end]).finally(() => clearTimeout(timer))
}
