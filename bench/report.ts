// The result of the purchase benchmark: medians of the rounds, ratios, and whether they meet our targets.
import { TILLS_UNDER_SNAPSHOT } from './endurance.ts'
import { type Figures, median, medians, round } from './latency.ts'

/** The figures of every run with this label, in the order of the rounds. */
export type Runs = Map<string, Figures[]>

export const labelOf = (letter: string, clients: number): string => `${letter} at ${clients}`

/**
 * The least ratios of sales between two runs (the letters of purchase.ts); each target applies from its number of clients on. In 'b/f' the whole product is
 * compared with the bare design; `sell` itself is judged only by its processor time.
 */
const RATIO_LEAST: Record<string, Readonly<Record<number, number>>> = {
  'b/f': { 8: 0.4, 32: 0.8, 128: 1 },
  'b/a': {},
  'c/b': { 32: 0.8, 128: 0.8 },
  'd/b': { 32: 0.8, 128: 0.8 },
  'h/b': {},
}
/** (g): the last tenth of many sales of one denomination against the first, and its sales while a snapshot is open against its sales without one. */
const LAST_TENTH_LEAST = 0.9
const SNAPSHOT_LEAST = 0.7
const TEN_MILLION_LEAST = 0.95
const P99_MOST_MS = 25
/** Processor time per purchase in milliseconds: of the database for `sell` alone, and of database and server together for the whole product. */
const [SELL_MOST_MS, WHOLE_MOST_MS] = [0.6, 0.55]

export function report(clients: readonly number[], atClients: number, runs: Runs, say: (line: string) => void) {
  const figures = Object.fromEntries([...runs].map(([label, all]) => [label, medians(all)]))
  const ratios: Record<string, number> = {}
  const targets: Record<string, boolean> = {}

  // Compares round by round, so that other work on the machine slows both sides of a ratio alike.
  function ratio(name: string, over: string, under: string, least?: number): void {
    const [top = [], bottom = []] = [runs.get(over), runs.get(under)]
    if (top.length === 0 || bottom.length === 0) return
    const value = median(top.map((run, i) => round(run.per_second / (bottom[i]?.per_second || 1))))
    ratios[name] = value
    if (least) targets[`${name} >= ${least}`] = value >= least
  }

  for (const n of clients) {
    for (const [name, least] of Object.entries(RATIO_LEAST)) {
      const [over = '', under = ''] = name.split('/')
      ratio(labelOf(name, n), labelOf(over, n), labelOf(under, n), least[n])
    }
  }
  ratio('ten million/one million', labelOf('ten million', atClients), labelOf('one million', atClients), TEN_MILLION_LEAST)
  ratio('g: last tenth/first', 'g tenth 10', 'g tenth 1', LAST_TENTH_LEAST)
  for (const n of TILLS_UNDER_SNAPSHOT) ratio(`g: snapshot/none at ${n}`, `g snapshot at ${n}`, `g no snapshot at ${n}`, SNAPSHOT_LEAST)
  const [sell, whole] = [figures[labelOf('a', atClients)], figures[labelOf('b', atClients)]]
  if (sell) targets[`processor of a at ${atClients} <= ${SELL_MOST_MS} ms`] = (sell.database_cpu_ms ?? 0) <= SELL_MOST_MS
  if (whole) {
    targets[`p99 of b at ${atClients} <= ${P99_MOST_MS} ms`] = whole.p99 <= P99_MOST_MS
    const each = round((whole.database_cpu_ms ?? 0) + (whole.server_cpu_ms ?? 0))
    targets[`processor of b at ${atClients} <= ${WHOLE_MOST_MS} ms`] = each <= WHOLE_MOST_MS
  }
  for (const [name, value] of Object.entries(ratios)) say(`${name.padEnd(24)} ${value}`)
  for (const [name, met] of Object.entries(targets)) say(`${met ? 'met   ' : 'MISSED'} ${name}`)
  return { figures, ratios, targets }
}
