// The result of a run: latencies in milliseconds, and processor time per purchase.
import os from 'node:os'

export type Figures = { per_second: number; p50: number; p99: number; sold: number; database_cpu_ms?: number; server_cpu_ms?: number }

export const round = (n: number) => Math.round(n * 100) / 100

export function figuresOf(latencies_ms: readonly number[], seconds: number, sold: number): Figures {
  const sorted = Float64Array.from(latencies_ms).sort()
  const at = (share: number) => round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0)
  return { per_second: round(sorted.length / seconds), p50: at(0.5), p99: at(0.99), sold }
}

export function median(numbers: readonly number[]): number {
  const sorted = [...numbers].sort((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 ? (sorted[middle] ?? 0) : round(((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2)
}

export const medians = (runs: readonly Figures[]): Figures => ({
  per_second: median(runs.map((run) => run.per_second)),
  p50: median(runs.map((run) => run.p50)),
  p99: median(runs.map((run) => run.p99)),
  sold: runs.reduce((sum, run) => sum + run.sold, 0),
  database_cpu_ms: median(runs.map((run) => run.database_cpu_ms ?? 0)),
  server_cpu_ms: median(runs.map((run) => run.server_cpu_ms ?? 0)),
})

export function lineOf(label: string, { per_second, p50, p99, database_cpu_ms = 0, server_cpu_ms = 0 }: Figures): string {
  const load = (os.loadavg()[0] ?? 0).toFixed(1)
  const column = (n: number, digits: number, width: number) => n.toFixed(digits).padStart(width)
  const cpu = `CPU each: database ${database_cpu_ms.toFixed(2)}, server ${server_cpu_ms.toFixed(2)} ms`
  return `  ${label.padEnd(20)}${column(per_second, 0, 6)} /s  p50 ${column(p50, 1, 6)}  p99 ${column(p99, 1, 6)} ms  ${cpu}  load ${load}`
}
