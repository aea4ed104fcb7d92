// `npm run keys` lists the master keys. `rotate` adds a new key. `retire` removes the old key. `copy <file>` writes a copy, to be kept apart from the backups.
import { existsSync } from 'node:fs'
import { relative, resolve } from 'node:path'
import { configOrExit } from '../server/kit/config.ts'
import { keyId } from '../server/kit/keys.ts'
import { withDatabase } from '../server/postgres/database-access.ts'
import { readRing, writeRing } from '../server/postgres/master-key.ts'
import { retire, rotate } from '../server/rotate.ts'
import { answer, argumentsOf } from './command.ts'

const config = configOrExit()
const [what = 'show', file = ''] = argumentsOf([]).rest
const here = () => readRing(config).map(keyId)

await answer(async () => {
  if (what === 'show') return { key_ids: here(), from: config.masterKey ? 'MASTER_KEY' : config.masterKeyFile }
  if (what === 'copy') return copy(resolve(file))
  if (what !== 'rotate' && what !== 'retire') throw new Error('npm run keys [show | rotate | retire | copy <file>]')
  return withDatabase(config, ({ url, ownerUrl }) => (what === 'rotate' ? rotate : retire)({ url, ownerUrl, source: config }))
})

function copy(to: string): object {
  const isWithin = (folder: string) => folder !== '' && !relative(folder, to).startsWith('..')
  if (!file || existsSync(to)) throw new Error('npm run keys copy <a new file>')
  if (isWithin(config.backupDir) || isWithin(config.dataDir))
    throw new Error('not with the backups and not beside the database: whoever has both has every PIN')
  writeRing(to, readRing(config))
  return { copied: to, key_ids: here() }
}
