import { writeFileSync } from 'node:fs'
import { startEmbedded } from '../server/kit/embedded.ts'
import { migrate } from '../server/kit/migrate.ts'
import { onStage } from './stage.ts'
import { fillWorld } from './world.ts'
await onStage(async (stage) => {
  const c = await startEmbedded(stage.dir)
  stage.later(c.stop)
  await migrate(c.ownerUrl)
  const su = c.superuserUrl.replace(/\/[^/]*$/, '/portal')
  await fillWorld(su, stage.keys, { wallets: 2000, configurations: 101, pins: 2000, hot: 100000 })
  writeFileSync('/tmp/bw/env', `SU='${su}'\nAPP='${c.url}'\nOWNER='${c.ownerUrl}'\nMASTER='${stage.masterKey}'\nDIR='${stage.dir}'\nPID=${process.pid}\n`)
  await new Promise((r) => process.once('SIGUSR2', r))
})
