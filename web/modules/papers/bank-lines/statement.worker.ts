// Reads statements in a worker, so that a large file does not freeze the screen and a harmful file can be stopped.
import { readStatement } from './statement-file.ts'

self.onmessage = async ({ data }: MessageEvent<File>) => {
  self.postMessage(readStatement(data.name, new Uint8Array(await data.arrayBuffer())))
}
