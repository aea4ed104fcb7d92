// scratch: tsx bench/.prof.ts kind clients seconds [prof]
import { readFileSync } from 'node:fs'
import { builtServer, forkScript, startServer, query } from './stage.ts'
import { cpuOf } from './processes.ts'
const env = Object.fromEntries([...readFileSync('/tmp/bw/env', 'utf8').matchAll(/^(\w+)='?(.*?)'?$/gm)].map((m) => [m[1], m[2]])) as Record<string, string>
const [kinds = 'many', clients = '32', seconds = '5', prof] = process.argv.slice(2)
const server = await startServer(builtServer(), '/tmp/bw/server.log', { DATA_DIR: env.DIR + '/x', DATABASE_URL: env.APP, DATABASE_URL_DIRECT: env.OWNER, MASTER_KEY: env.MASTER }, prof ? ['--cpu-prof', '--cpu-prof-dir=/tmp/bw/prof'] : [])
const pm = Number(readFileSync(env.DIR + '/postgres/postmaster.pid', 'utf8').split('\n')[0])
const child = forkScript('tills.ts')
const sell = (kind: string, warm_ms: number, secs: number) => new Promise<any>((resolve) => { child.once('message', resolve); child.send({ port: server.port, masterKey: env.MASTER, kind, tills: Number(clients), warm_ms, seconds: secs, wallets: 2000, configurations: 101 }) })
await sell('many', 0, 2)
for (const kind of kinds.split(',')) {
  const before = [cpuOf(pm), cpuOf(server.child.pid!), cpuOf(child.pid!)]
  const r = await sell(kind, 0, Number(seconds))
  const f = r.result.figures
  const after = [cpuOf(pm), cpuOf(server.child.pid!), cpuOf(child.pid!)]
  console.log(kind, clients, JSON.stringify(f), JSON.stringify(r.result.refused), 'cpu us each pg/node/load', after.map((a, i) => Math.round(1000 * (a - before[i]!) / f.sold)).join(' / '))
}
const wrong = await query(env.SU!, 'select * from check_money(1) where wrong > 0')
if (wrong.length) console.log('WRONG', wrong)
child.disconnect()
await server.stop()
process.exit(0)
