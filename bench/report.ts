// What the purchase yardstick comes to: medians of the rounds, ratios, and whether they meet what we hold ourselves to (reference figures of §3).
import { type Figures, median, medians, round } from './latency.ts'

/** Every run of a label, in the order of the rounds. */
export type Runs = Map<string, Figures[]>

export const labelOf = (letter: string, clients: number): string => `${letter} at ${clients}`

const RATIO_LEAST = { 'b/a': 1, 'c/b': 0.8, 'd/b': 0.8 } as const
const TEN_MILLION_LEAST = 0.9
const P99_MOST_MS = 50

export function report(clients: readonly number[], atClients: number, runs: Runs, say: (line: string) => void) {
  const figures = Object.fromEntries([...runs].map(([label, all]) => [label, medians(all)]))
  const ratios: Record<string, number> = {}
  const targets: Record<string, boolean> = {}

  // Round by round, so that both sides of a ratio saw the same machine.
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
      ratio(labelOf(name, n), labelOf(over, n), labelOf(under, n), n >= atClients ? least : undefined)
    }
  }
  ratio('ten million/one million', labelOf('ten million', atClients), labelOf('one million', atClients), TEN_MILLION_LEAST)
  const p99 = figures[labelOf('b', atClients)]?.p99
  if (p99 !== undefined) targets[`p99 of b at ${atClients} <= ${P99_MOST_MS} ms`] = p99 <= P99_MOST_MS
  for (const [name, value] of Object.entries(ratios)) say(`${name.padEnd(24)} ${value}`)
  for (const [name, met] of Object.entries(targets)) say(`${met ? 'met   ' : 'MISSED'} ${name}`)
  return { figures, ratios, targets }
}
