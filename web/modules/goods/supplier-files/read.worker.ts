// Reading beside the screen, so that a large file does not freeze it and a hostile one can be ended.
import { readFiles } from './read.ts'

self.onmessage = async ({ data }: MessageEvent<readonly File[]>) => {
  const files = await Promise.all(data.map(async (file) => ({ name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) })))
  self.postMessage(readFiles(files))
}
