// Cuts the interface's fonts to what the interface uses: weights 400 to 700, the letters of European languages and of Vietnamese names, and the features for
// kerning, accents and figures of equal width. Inter's first file shrinks from 48 to 22 kB. The files in web/themes/fonts are committed, so no build needs to
// run this.
import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import subsetFont from 'subset-font'

const root = join(import.meta.dirname, '..')
const packages = createRequire(join(root, 'web/package.json'))
const files = ['inter/files/inter-latin-wght-normal', 'inter/files/inter-latin-ext-wght-normal', 'jetbrains-mono/files/jetbrains-mono-latin-wght-normal']
/** Blocks of Unicode, first and last character: Latin with its extensions A and B, signs beside letters, Latin for Vietnamese, punctuation to mathematical signs. */
const BLOCKS = [
  [0x20, 0x24f],
  [0x2bb, 0x2dc],
  [0x1e00, 0x1eff],
  [0x2000, 0x2215],
] as const
const options = {
  targetFormat: 'woff2' as const,
  variationAxes: { wght: { min: 400, max: 700 } },
  keepFeatures: ['kern', 'tnum', 'mark', 'mkmk', 'ccmp', 'locl'],
}

const letters = BLOCKS.flatMap(([first, last]) => Array.from({ length: last - first + 1 }, (_, i) => String.fromCodePoint(first + i))).join('')
for (const file of files) {
  const whole = readFileSync(packages.resolve(`@fontsource-variable/${file}.woff2`))
  const cut = await subsetFont(whole, letters, options)
  const name = file.replace(/^.*\/(.*)-wght-normal$/, '$1.woff2')
  writeFileSync(join(root, 'web/themes/fonts', name), cut)
  process.stdout.write(`${name}: ${whole.length} -> ${cut.length} bytes\n`)
}
