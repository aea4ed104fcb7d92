// Reads files in a web worker, which is stopped if it takes too long.

import { FILE_MAX } from './limits.ts'
import type { Read } from './read.ts'

const TIME_MS = 60_000

export function readDropped(files: readonly File[]): Promise<Read> {
  const large = files.find(({ size }) => size > FILE_MAX)
  // A file that is too large is refused before it is loaded into memory.
  if (large) return Promise.resolve({ problem: 'too_large', file: large.name })
  const worker = new Worker(new URL('./read.worker.ts', import.meta.url), { type: 'module' })
  const failed = (problem: 'too_slow' | 'damaged'): Read => ({ problem, file: files[0]?.name ?? '' })
  return new Promise<Read>((resolve) => {
    const clock = setTimeout(() => resolve(failed('too_slow')), TIME_MS)
    worker.onmessage = ({ data }: MessageEvent<Read>) => {
      clearTimeout(clock)
      resolve(data)
    }
    worker.onerror = () => resolve(failed('damaged'))
    worker.postMessage(files)
  }).finally(() => worker.terminate())
}
