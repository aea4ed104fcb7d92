// The set of PINs read so far from a file, kept as hashes of 16 bytes with two numbers for each hash. Whole hashes are compared, so exactly the repeated PINs
// are found.

const HASH = 16

/** Makes a set that can hold up to `capacity` PINs. */
export function createPinSet(capacity: number) {
  const size = 2 ** Math.ceil(Math.log2(Math.max(16, capacity * 1.5)))
  const mask = size - 1
  const slots = new Int32Array(size)
  const rows = new Int32Array(capacity)
  const hashes = Buffer.allocUnsafe(capacity * HASH)
  let count = 0
  return {
    /** Adds a row's PIN; returns the number of an earlier row with the same PIN, or 0 if there is none. */
    add(hash: Buffer, row: number): number {
      let slot = hash.readUInt32LE(0) & mask
      for (let at = slots[slot] as number; at > 0; at = slots[slot] as number) {
        if (hash.compare(hashes, (at - 1) * HASH, at * HASH) === 0) return rows[at - 1] as number
        slot = (slot + 1) & mask
      }
      if (count === capacity) throw new Error('more PINs than the file has lines')
      hash.copy(hashes, count * HASH)
      rows[count] = row
      slots[slot] = ++count
      return 0
    },
  }
}
