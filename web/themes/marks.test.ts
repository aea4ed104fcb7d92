// Tests the drawn marks of brands: their letters are readable and their colour differs from the tile's, in all six templates, light and dark.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { MARKS, markOf, monogram } from '../kit/counter/brand-mark.ts'

type Colours = Record<string, string>
type Look = { mode: string; colours: Colours }

const coloursIn = (block: string): Colours => Object.fromEntries([...block.matchAll(/--([\w-]+):(#\w{6})/g)].map(([, name, colour]) => [name, colour]))
const read = (css: string, head: RegExp) =>
  [...css.matchAll(head)].map(({ groups }): Look => ({ mode: groups?.['mode'] ?? '', colours: coloursIn(groups?.['block'] ?? '') }))

const css = readFileSync(join(import.meta.dirname, 'tokens.css'), 'utf8')
const sets = read(css, /^\[data-template="\d"\]\[data-mode="(?<mode>\w+)"\]\{(?<block>.*)\}$/gm)
const marks = read(css, /^\[data-mode="(?<mode>\w+)"\]\{(?<block>.*)\}$/gm)

/** The backgrounds that a tile can have: normal, sold out, chosen. */
const TILES = ['surface', 'surface-2', 'accent-subtle']

function luminance(colour: string): number {
  const [red, green, blue] = [1, 3, 5]
    .map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255)
    .map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4))
  return 0.2126 * (red ?? 0) + 0.7152 * (green ?? 0) + 0.0722 * (blue ?? 0)
}

function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a)
  return (light + 0.05) / (dark + 0.05)
}

/** Returns one line for each pair of colours that are too similar. */
function tooClose(looks: readonly Look[], drawn: readonly Look[]): string[] {
  return looks.flatMap(({ mode, colours }, i) => {
    const own = drawn.find((one) => one.mode === mode)?.colours ?? {}
    return Array.from({ length: MARKS }, (_, n) => own[`mark-${n}`] ?? 'none').flatMap((mark, n) => [
      ...(contrast(mark, own['on-mark'] ?? 'none') >= 4.5 ? [] : [`set ${i}: the letters of mark ${n}`]),
      ...TILES.filter((tile) => !(contrast(mark, colours[tile] ?? 'none') >= 3)).map((tile) => `set ${i}: mark ${n} on ${tile}`),
    ])
  })
}

test('in all twelve colour sets a brand’s letters contrast by at least 4.5 with their shape, and the shape by 3 with the tile; control: a lower contrast is found', () => {
  expect(sets).toHaveLength(12)
  expect(tooClose(sets, marks)).toEqual([])
  const swapped = marks.map(({ mode, colours }) => ({ mode: mode === 'light' ? 'dark' : 'light', colours }))
  expect(tooClose(sets, swapped).length).toBeGreaterThan(12)
  expect(tooClose(sets, [])).toHaveLength(12 * MARKS * (1 + TILES.length))
})

test('the mark of a brand is computed from its name alone, and is the same for capital and small letters', () => {
  expect(['Lycamobile', 'Orange Holiday', 'paysafecard', 'PCS', 'Şok Kart', 'A', ''].map(monogram)).toEqual(['Ly', 'OH', 'pa', 'PCS', 'ŞK', 'A', ''])
  expect(markOf('LEBARA')).toBe(markOf('Lebara'))
  const brands = ['Lycamobile', 'Lebara', 'paysafecard', 'Orange Holiday', 'Turkcell', 'Neosurf', 'Transcash', 'PCS', 'Steam', 'Apple', 'Netflix', 'Syma']
  expect(new Set(brands.map(markOf)).size).toBeGreaterThanOrEqual(7)
  expect(new Set(brands.map((name) => `${monogram(name)} ${markOf(name)}`)).size).toBe(brands.length)
})
