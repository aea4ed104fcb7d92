// Access to the portal's database for a command that runs beside the server: to a running database, or to the embedded one, which is started for as long as the
// command lasts.
import type { Config } from '../kit/config.ts'
import { type Embedded, runningEmbedded, startEmbedded } from './embedded-postgres.ts'

export type Reached = {
  url: string
  /** The URL with which the database's owner connects; empty when only the server's own role is available. */
  ownerUrl: string
  /** The embedded cluster, if the database runs in one. */
  embedded?: Omit<Embedded, 'stop'>
}

export async function withDatabase<T>({ databaseUrl, databaseUrlDirect, dataDir, backupDir }: Config, work: (reached: Reached) => Promise<T>): Promise<T> {
  if (databaseUrl) return work({ url: databaseUrl, ownerUrl: databaseUrlDirect })
  const running = await runningEmbedded(dataDir)
  if (running) return work({ url: running.url, ownerUrl: running.ownerUrl, embedded: running })
  const started = await startEmbedded(dataDir, () => undefined, { isArchiving: backupDir !== '' })
  try {
    return await work({ url: started.url, ownerUrl: started.ownerUrl, embedded: started })
  } finally {
    await started.stop()
  }
}
