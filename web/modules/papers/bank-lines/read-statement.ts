// Reads a file in a web worker, which is stopped if it takes too long.
import { FILE_MAX } from '../../goods/supplier-files/supplier-files.ts'
import type { ReadFile } from './statement-file.ts'

const TIME_MS = 60_000

export function readDroppedStatement(file: File): Promise<ReadFile> {
  // A file that is too large is refused before it is loaded into memory.
  if (file.size > FILE_MAX) return Promise.resolve({ file: file.name, problem: 'file_too_large' })
  const worker = new Worker(new URL('./statement.worker.ts', import.meta.url), { type: 'module' })
  return new Promise<ReadFile>((resolve) => {
    const clock = setTimeout(() => resolve({ file: file.name, problem: 'too_slow' }), TIME_MS)
    worker.onmessage = ({ data }: MessageEvent<ReadFile>) => {
      clearTimeout(clock)
      resolve(data)
    }
    worker.onerror = () => resolve({ file: file.name, problem: 'damaged' })
    worker.postMessage(file)
  }).finally(() => worker.terminate())
}
