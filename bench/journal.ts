// A buyer's notes, written before each request and after each answer. The books are compared with these notes, because no invariant inside a database can show
// that an acknowledged sale is missing from it (in a trial 274 sales were lost and every invariant held).
import { closeSync, fdatasyncSync, openSync, readFileSync, writeSync } from 'node:fs'

/** `key` is the transaction key as it was sent. */
export type SaleRequest = { key: string; shop: number; configuration: number; quantity: number }
/** A sale as the server answered it. `pins`: the id and the clear text of each PIN, in the order of the answer. */
export type Sold = { sale_id: string; pins: { pin_id: string; pin: string }[] }
export type Entry = { asked: SaleRequest } | { key: string; sold: Sold } | { key: string; refused: string }

/** Each entry is on the disk before the call returns, so that a crash loses no entry. */
export function openJournal(file: string) {
  const descriptor = openSync(file, 'a')
  return {
    write(entry: Entry): void {
      writeSync(descriptor, `${JSON.stringify(entry)}\n`)
      fdatasyncSync(descriptor)
    },
    close: () => closeSync(descriptor),
  }
}

export function readJournal(file: string): Entry[] {
  // The text after the last line end is still being written.
  const lines = readFileSync(file, 'utf8').split('\n').slice(0, -1)
  return lines.map((line): Entry => JSON.parse(line))
}
