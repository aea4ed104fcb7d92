// The short code of a sale, to be read out over the telephone: eleven characters computed from the sale's id, so nothing is stored. The code encodes the id's
// millisecond, and the low eight bits of the counter by which the ids that one server makes in one millisecond differ. Sales that two servers make in the same
// millisecond may, rarely, have the same code.

/** Digits and letters that cannot be confused when read or heard. Left out are 0 O, 1 I L, 2 Z, 5 S, 8 B, M and U. */
const SIGNS = '34679ACDEFGHJKNPQRTVWXY'
const SMALL = '34679acdefghjknpqrtvwxy'
const BASE = BigInt(SIGNS.length)
const LENGTH = 11
/** The time from which short codes count milliseconds: 2024-01-01. With eleven characters they last until December 2141. */
const BEGINNING_MS = 1_704_067_200_000n
const MARKS = 256n

const UUID_V7 = /^([0-9a-f]{8})-([0-9a-f]{4})-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{2}([0-9a-f]{2})[0-9a-f]{8}$/

/** The short code of a sale, such as `K7QF 3MXW 94H`; undefined for an id that is no UUIDv7, or whose time has no code. */
export function saleCode(sale_id: string): string | undefined {
  const [, high, low, mark] = UUID_V7.exec(sale_id) ?? []
  if (!mark) return undefined
  const ms = BigInt(`0x${high}${low}`) - BEGINNING_MS
  let rest = ms * MARKS + BigInt(`0x${mark}`)
  if (ms < 0n || rest >= BASE ** BigInt(LENGTH)) return undefined
  let code = ''
  for (let i = 0; i < LENGTH; i++) {
    code = (SIGNS[Number(rest % BASE)] ?? '') + code
    rest /= BASE
  }
  return [code.slice(0, 4), code.slice(4, 8), code.slice(8)].join(' ')
}

/**
 * The range of ids that contains the sale with this code, and the two hex digits that the sale's id has from the 27th character on. Blanks and case do not
 * matter.
 */
export function saleOfCode(text: string): { from: string; to: string; mark: string } | undefined {
  const signs = [...text].filter((sign) => sign !== ' ' && sign !== '-')
  if (signs.length !== LENGTH) return undefined
  let value = 0n
  for (const sign of signs) {
    const place = Math.max(SIGNS.indexOf(sign), SMALL.indexOf(sign))
    if (place < 0) return undefined
    value = value * BASE + BigInt(place)
  }
  const ms = (value / MARKS + BEGINNING_MS).toString(16).padStart(12, '0')
  const [high, low] = [ms.slice(0, 8), ms.slice(8)]
  return {
    from: `${high}-${low}-7000-8000-000000000000`,
    to: `${high}-${low}-7fff-bfff-ffffffffffff`,
    mark: (value % MARKS).toString(16).padStart(2, '0'),
  }
}
