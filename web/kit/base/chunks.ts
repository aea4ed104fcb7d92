// Parts of the app that are loaded later. A part that has not loaded after two minutes counts as failed.
const TIMEOUT_MS = 120_000

/** Thrown when a part of the app could not be loaded. `part`: the path of the screen to be opened, or the name of the part. */
export class ChunkFailed extends Error {
  readonly part: string
  constructor(part: string) {
    super(`Loading chunk ${part} failed`)
    this.name = 'ChunkFailed'
    this.part = part
  }
}

/** Waits for the promise; throws ChunkFailed if it takes longer than `timeout_ms`. */
export async function within<T>(loading: Promise<T>, part: string, timeout_ms = TIMEOUT_MS): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new ChunkFailed(part)), timeout_ms)
  })
  try {
    return await Promise.race([loading, tooLate])
  } finally {
    clearTimeout(timer)
  }
}
