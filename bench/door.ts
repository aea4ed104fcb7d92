// The door benchmark measures signing in ("the door") over HTTP; the product runs as a separate process.
// flood 10,000 wrong passwords for one account, each from another address, while its owner signs in from a device the account knows; at the end the owner
// signs in from an unknown device, as the control: this time the owner's sign-in has to wait
// timing wrong passwords for existing and for unknown users, alternating; as the control, users whose password takes almost no time to check:
// a server that did not spend the usual time on unknown users would answer them just as fast
// Throws when an owner waited two seconds, or the medians reveal which users exist. Options: quick (1,000 wrong passwords, 100 of each kind).
import { Agent, request } from 'node:http'
import { join } from 'node:path'
import pg from 'pg'
import { codeLimits, guessOdds } from '../server/kit/codes.ts'
import { startEmbedded } from '../server/postgres/embedded-postgres.ts'
import { migrate } from '../server/postgres/migrate.ts'
import { seedDemo } from '../server/seeds/demo.ts'
import { inTenant } from '../server/seeds/demo-people.ts'
import { DEMO_PASSWORD } from '../server/seeds/demo-world.ts'
import { median } from './latency.ts'
import { builtServer, onStage, type Stage, startServer } from './stage.ts'
import { TENANT } from './world.ts'

type Plan = { flood: number; atOnce: number; tries: number }
const FULL: Plan = { flood: 10_000, atOnce: 100, tries: 500 }
const QUICK: Plan = { flood: 1_000, atOnce: 100, tries: 100 }

const OWNER_WAITS_MOST_MS = 2_000
const OWNER_PAUSE_MS = 200
const DIFFERENCE_MOST_MS = 5

const say = (line: string) => void process.stdout.write(`${line}\n`)
const tenths = (n: number) => Math.round(n * 10) / 10

type Answer = { status: number; cookies: string[]; ms: number }
type Door = (username: string, password: string, from: string, cookie?: string) => Promise<Answer>

let addresses = 0
/** Returns a client address that was not used before. */
const anyAddress = () => `10.${(++addresses >> 16) & 255}.${(addresses >> 8) & 255}.${addresses & 255}`

/** Signs in like a browser behind a proxy that passes the address on. */
function doorOf(port: number, stage: Stage): Door {
  const agent = new Agent({ keepAlive: true })
  stage.later(() => agent.destroy())
  return (username, password, from, cookie = '') =>
    new Promise((resolve, reject) => {
      const start = performance.now()
      const headers = { host: 'localhost', 'content-type': 'application/x-www-form-urlencoded', 'x-forwarded-for': from, cookie }
      const asked = request({ host: '127.0.0.1', port, agent, method: 'POST', path: '/api/login/', headers }, (answer) => {
        const cookies = (answer.headers['set-cookie'] ?? []).map((line) => line.split(';')[0] ?? '')
        answer.resume().on('end', () => resolve({ status: answer.statusCode ?? 0, cookies, ms: performance.now() - start }))
      })
      asked.on('error', reject).end(new URLSearchParams({ username, password }).toString())
    })
}

async function openDoor(stage: Stage) {
  const cluster = await startEmbedded(join(stage.dir, 'cluster'))
  stage.later(cluster.stop)
  await migrate(cluster.ownerUrl)
  await seedDemo({ ownerUrl: cluster.ownerUrl, keys: stage.keys, clock: () => new Date() })
  const env = {
    DATABASE_URL: cluster.url,
    DATABASE_URL_DIRECT: cluster.ownerUrl,
    DATA_DIR: stage.dir,
    MASTER_KEY: stage.masterKey,
    LOG_LEVEL: 'warn',
    TRUST_PROXY: '127.0.0.1',
  }
  const server = await startServer(builtServer(), join(stage.dir, 'server.log'), env)
  stage.later(server.stop)
  return { door: doorOf(server.port, stage), ownerUrl: cluster.ownerUrl }
}

/** Sends all wrong passwords, `atOnce` at a time; returns the number of answers by status. */
async function flood(door: Door, { flood: n, atOnce }: Plan): Promise<Record<number, number>> {
  const counts: Record<number, number> = {}
  let left = n
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      while (left-- > 0) {
        const { status } = await door('kiosque', 'Wrong!2026', anyAddress())
        counts[status] = (counts[status] ?? 0) + 1
      }
    }),
  )
  return counts
}

/** Lets the owner sign in again and again while `work` runs. */
async function whileOwnerSignsIn(door: Door, work: () => Promise<Record<number, number>>) {
  const { status, cookies } = await door('kiosque', DEMO_PASSWORD, anyAddress())
  if (status !== 200) throw new Error(`the owner's first sign-in answered ${status}`)
  const cookie = cookies.join('; ')
  const waits: number[] = []
  let isOver = false
  const owner = (async () => {
    while (!isOver) {
      const answer = await door('kiosque', DEMO_PASSWORD, anyAddress(), cookie)
      if (answer.status !== 200) throw new Error(`the owner was answered ${answer.status} on a known device`)
      waits.push(answer.ms)
      await new Promise((done) => setTimeout(done, OWNER_PAUSE_MS))
    }
  })()
  const start = performance.now()
  const counts = await work().finally(() => {
    isOver = true
  })
  const seconds = (performance.now() - start) / 1000
  await owner
  const last = await door('kiosque', DEMO_PASSWORD, anyAddress(), cookie)
  waits.push(last.status === 200 ? last.ms : Number.POSITIVE_INFINITY)
  const stranger = await door('kiosque', DEMO_PASSWORD, anyAddress())
  return { counts, seconds, waits, stranger: stranger.status }
}

/** A hash of Argon2id that takes almost no work to check. */
const QUICK_HASH = '$argon2id$v=19$m=8,t=1,p=1$OlgGyO7ozUS8rulh+f5epA$WDU/0baL0aLiULJ2v+XNWYhbdELOndXv+/XCnwVlmcU'

/** Adds users with the usual password, and users whose password takes no time to check (QUICK_HASH). */
async function addPeople(ownerUrl: string, n: number): Promise<void> {
  const owner = new pg.Pool({ connectionString: ownerUrl, max: 1 })
  for (const [kind, password_hash] of Object.entries({ there: null, quick: QUICK_HASH }))
    await inTenant(owner, TENANT, (q) =>
      q.query(
        `insert into users (tenant_id, id, organisation_id, username, password_hash, created_at)
         select u.tenant_id, gen_random_uuid(), u.organisation_id, $2 || '-' || n, coalesce($3, u.password_hash), now()
           from users u, generate_series(1, $4::int) n where u.tenant_id = $1 and u.username = 'gare'`,
        [TENANT, kind, password_hash, n],
      ),
    )
  await owner.end()
}

/** Measures the two kinds of user alternately, so that other work on the machine slows both alike; which kind goes first is random. */
async function medianDifference(door: Door, one: string, other: string, n: number) {
  const ms: Record<string, number[]> = { [one]: [], [other]: [] }
  for (let i = 1; i <= n; i++)
    for (const kind of Math.random() < 0.5 ? [one, other] : [other, one]) {
      const answer = await door(`${kind}-${i}`, 'Wrong!2026', anyAddress())
      if (answer.status !== 401) throw new Error(`${kind}-${i} was answered ${answer.status}`)
      ms[kind]?.push(answer.ms)
    }
  const [first, second] = [median(ms[one] ?? []), median(ms[other] ?? [])]
  return { [`${one}_ms`]: tenths(first), [`${other}_ms`]: tenths(second), difference_ms: tenths(Math.abs(first - second)) }
}

export async function measure(options: ReadonlySet<string>): Promise<Record<string, unknown>> {
  const plan = options.has('quick') ? QUICK : FULL
  return onStage(async (stage) => {
    const { door, ownerUrl } = await openDoor(stage)
    const { counts, seconds, waits, stranger } = await whileOwnerSignsIn(door, () => flood(door, plan))
    const owner = { sign_ins: waits.length, median_ms: tenths(median(waits)), most_ms: tenths(Math.max(...waits)) }
    say(`flood: ${plan.flood} wrong passwords in ${tenths(seconds)} s, answered ${JSON.stringify(counts)}`)
    say(`  the owner meanwhile, known device: ${JSON.stringify(owner)}; unknown device afterwards: ${stranger}`)

    await addPeople(ownerUrl, plan.tries)
    const timing = await medianDifference(door, 'there', 'nobody', plan.tries)
    const control = await medianDifference(door, 'quick', 'nobody-else', plan.tries)
    say(`timing: ${JSON.stringify(timing)}  control: ${JSON.stringify(control)}`)
    const odds = Object.fromEntries(Object.entries(codeLimits).map(([channel, limits]) => [channel, guessOdds(limits)]))
    say(`codes, guessed within an hour: ${JSON.stringify(odds)}`)

    if (owner.most_ms >= OWNER_WAITS_MOST_MS) throw new Error('the owner waited too long')
    if (stranger !== 429) throw new Error('the flood was not counted')
    if (Number(timing.difference_ms) >= DIFFERENCE_MOST_MS) throw new Error('the time tells who is there')
    if (Number(control.difference_ms) <= DIFFERENCE_MOST_MS) throw new Error('a difference would not have been seen')
    return { flood: plan.flood, flood_s: tenths(seconds), answered: counts, owner, unknown_device: stranger, tries: plan.tries, timing, control, odds }
  })
}
