// `npm run backup`: takes a base backup now, while the server goes on selling. The server itself takes one every night.

import { configOrExit } from '../server/kit/config.ts'
import { baseBackup, forgetBackups } from '../server/postgres/backup.ts'
import { withDatabase } from '../server/postgres/database-access.ts'
import { answer } from './command.ts'

const config = configOrExit()
const { dataDir, backupDir, backupsKept, masterKeyFile } = config

await answer(async () => {
  if (!backupDir) throw new Error('BACKUP is off, or the database is not ours: an external one is backed up by its own tools (docs/operations.md)')
  return withDatabase(config, async ({ url, embedded }) => {
    if (!embedded) throw new Error('an external database is backed up by its own tools (docs/operations.md)')
    const backup = await baseBackup({ dataDir, backupDir, masterKeyFile, portalUrl: url, ...embedded })
    await forgetBackups(backupDir, backupsKept)
    return { ...backup, folder: backupDir, master_key: `apart: ${config.masterKey ? 'MASTER_KEY' : masterKeyFile} (npm run keys copy <file>)` }
  })
})
