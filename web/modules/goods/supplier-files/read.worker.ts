// Reads files in a worker, so that a large file does not freeze the screen and a harmful file can be stopped.
import { readFiles } from './read.ts'

self.onmessage = async ({ data }: MessageEvent<readonly File[]>) => {
  const files = await Promise.all(data.map(async (file) => ({ name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) })))
  self.postMessage(readFiles(files))
}
