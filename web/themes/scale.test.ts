// The sizes of letters and the spaces of all style sheets, so that screens made by different people look alike.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
/** The allowed font sizes in pixels, from marks on icons (11) and secondary text (12) to figures that are read from a distance (56). */
const LETTERS = [11, 12, 14, 16, 20, 24, 32, 44, 56]
const SPACE = /(?<![\w-])(?:padding|margin|gap)(?:-[a-z-]+)?: ([^;{}]+);/g

/**
 * Sizes of letters that are not in the scale, and spaces other than 1 pixel, 2 pixels and multiples of 4. Sizes for paper and in other units are not checked.
 */
function oddSizes(css: string): string[] {
  const letters = [...css.matchAll(/font(?:-size)?: (?:\d+ )?(\d+)px/g)].filter(([, size]) => !LETTERS.includes(Number(size)))
  const spaces = [...css.matchAll(SPACE)].filter(([, values = '']) => [...values.matchAll(/(\d+)px/g)].some(([, px]) => Number(px) > 2 && Number(px) % 4 !== 0))
  return [...letters, ...spaces].map(([text]) => text)
}

test('letters have the sizes of the scale, and spaces are multiples of four pixels', () => {
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
    (path) => path.endsWith('.css') && !/(^|[/\\])(node_modules|dist)[/\\]/.test(path),
  )
  expect(files.length).toBeGreaterThan(40)
  expect(files.flatMap((file) => oddSizes(readFileSync(join(root, file), 'utf8')).map((odd) => `${file}: ${odd}`))).toEqual([])
})

test('control: the check finds a font size that is not in the scale and a space that is no multiple of four pixels', () => {
  expect(oddSizes('.a { font-size: 15px; padding: 6px 8px; margin: 0 4px; gap: 2px }\n.b { margin-top: 10px; font: 600 18px / 24px serif; }')).toEqual([
    'font-size: 15px',
    'font: 600 18px',
    'padding: 6px 8px;',
    'margin-top: 10px;',
  ])
})
