// `npm run bench <name> [option …]`: runs a benchmark, which is a measurement of the product. Each benchmark prints its progress and ends with one JSON line of
// all its figures.
import os from 'node:os'

export type Yardstick = {
  /** Measures and returns the figures; throws if the results were wrong. An option may be written `quick` or `--quick`. */
  measure: (options: ReadonlySet<string>) => Promise<Record<string, unknown>>
}

const names = [
  'purchase',
  'servers',
  'import',
  'faults',
  'door',
  'lists',
  'reports',
  'invoices',
  'export',
  'fair',
  'live',
  'search',
  'wire',
  'looks',
  'till',
] as const
const [asked = '', ...rest] = process.argv.slice(2)
const name = names.find((each) => each === asked)

if (name) {
  const yardstick: Yardstick = await import(`./${name}.ts`)
  const figures = await yardstick.measure(new Set(rest.map((word) => word.replace(/^-+/, ''))))
  process.stdout.write(
    `${JSON.stringify({ yardstick: name, cores: os.cpus().length, load_average: os.loadavg().map((n) => Math.round(n * 100) / 100), ...figures })}\n`,
  )
} else {
  process.stderr.write(`npm run bench ${names.join(' | ')}\n`)
  process.exitCode = 2
}
