// Makes malformed files: damaged, of another kind than their name says, with formulas and scripts in them, or with a path as their name.
import type { Dice } from './dice.ts'

const bytes = (...values: number[]): Uint8Array<ArrayBuffer> => new Uint8Array(values)
const PNG = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
/** A PNG header that claims 60,000 × 60,000 pixels, with no data behind it. */
const HUGE = [0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52, 0, 0, 0xea, 0x60, 0, 0, 0xea, 0x60, 8, 6, 0, 0, 0]
const SVG = '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><script>alert(1)</script></svg>'

const CONTENTS: readonly (string | Uint8Array<ArrayBuffer>)[] = [
  ...['', '\n', ';', ';;;\n;;\n', '1234567890123456\n', '1234567890123456;S1\n1234567890123456;S2\n', '1,23E+15;S\n', '=1+1;@SUM(A1)\n+1;-1\n'],
  ...[
    '"open quote;1\n2;3\n',
    'a'.repeat(200_000),
    `${'1;'.repeat(5_000)}\n`,
    '\0\0\0;\0\n',
    '1234567890123456\r1234567890123457\r',
    '\ufeff1234567890123458\n',
  ],
  ...[SVG, `<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]>${SVG}`, '<html><script>1</script></html>', '%PDF-1.7', 'GIF89a'],
  bytes(0xff, 0xfe, 0x31, 0, 0x3b, 0),
  bytes(0xff, 0xff, 0xc3, 0x28, 0x0a),
  bytes(0x50, 0x4b, 3, 4, 20, 0),
  bytes(0xff, 0xd8, 0xff, 0xe0, 0, 16),
  bytes(...PNG),
  bytes(...PNG, ...HUGE),
  bytes(0x52, 0x49, 0x46, 0x46, 0xff, 0xff, 0xff, 0xff, 0x57, 0x45, 0x42, 0x50),
]
const NAMES = [
  'pins.csv',
  'pins.csv',
  'pins.CSV',
  'a.png',
  'a.svg',
  '../../etc/passwd',
  '..\\x.csv',
  'a\0b.csv',
  '"; x="y.csv',
  'ä😀.csv',
  '.csv',
  '',
  `${'n'.repeat(4_000)}.csv`,
  '=1+1.csv',
]
const TYPES = ['text/csv', 'image/png', 'image/svg+xml', 'text/html', '', 'application/x-php']

export const hostileFile = (dice: Dice): File => new File([dice.pick(CONTENTS)], dice.pick(NAMES), { type: dice.pick(TYPES) })
