// Checks that the files for a deployment by hand name only settings, ports, folders, metrics and log lines that exist.
import { randomBytes } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { expect, inject, test } from 'vitest'
import { EXIT_CONFIGURATION } from './kit/config.ts'
import { createMetrics, measureProcess } from './kit/metrics.ts'
import { DEADLINES, settingsOf } from './postgres/pool.ts'

const ROOT = join(import.meta.dirname, '..')
const textOf = (path: string) => readFileSync(join(ROOT, path), 'utf8')
const all = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, found = '']) => found)
const [dockerfile, compose, unit, example] = ['Dockerfile', 'compose.yaml', 'portal.service', 'example.env'].map((name) => textOf(`deploy/${name}`)) as [
  string,
  string,
  string,
  string,
]
const [pooler, poolerImage, roles] = ['pgbouncer.ini', 'Dockerfile.pgbouncer', 'roles.sql'].map((name) => textOf(`deploy/${name}`)) as [string, string, string]

const settings = new Set(all(textOf('README.md'), /^\| (`[^|]+) \|/gm).flatMap((names) => all(names, /`([A-Z_]+)`/g)))
/** Variables that are not settings of the portal: those of Node itself, of PostgreSQL's image, and of roles.sql. */
const OTHERS = new Set(['NODE_ENV', 'POSTGRES_PASSWORD', ...all(roles, /^\\getenv \w+ (\w+)/gm)])
const unknown = (names: readonly string[]) => names.filter((name) => !settings.has(name) && !OTHERS.has(name))

test('every setting in the files of deploy/ is described in README.md; control: a setting that README.md lacks is found', () => {
  const given = [
    ...all(dockerfile.replaceAll('\\\n', ' '), /^ENV (.*)$/gm).flatMap((line) => all(line, /(\w+)=/g)),
    ...all(compose, /^ {4,6}([A-Z_]+): /gm),
    ...all(compose, /\$\{([A-Z_]+)/g),
    ...all(unit, /^Environment=(.*)$/gm).flatMap((line) => all(line, /(\w+)=/g)),
    ...all(example, /^([A-Z_]+)=/gm),
  ]
  expect(given.length).toBeGreaterThan(25)
  expect(unknown(given)).toEqual([])
  expect(unknown(['DATA_DIR', 'DATADIR'])).toEqual(['DATADIR'])
})

test('deploy/example.env has every variable that compose.yaml takes from outside', () => {
  expect(all(compose, /\$\{([A-Z_]+)/g).filter((name) => !all(example, /^([A-Z_]+)=/gm).includes(name))).toEqual([])
})

test('all files of deploy/ name the same ports', () => {
  const port = all(dockerfile, /\bPORT=(\d+)/g)
  expect(all(dockerfile, /^EXPOSE (\d+)/gm)).toEqual(port)
  expect(new Set(all(compose, /ports: \["127\.0\.0\.1:\d+:(\d+)"\]/g))).toEqual(new Set(port))
  const poolers = all(pooler, /^listen_port = (\d+)/gm)
  expect(all(poolerImage, /^EXPOSE (\d+)/gm)).toEqual(poolers)
  expect(all(compose, /DATABASE_URL: \S+@pooler:(\d+)\/portal/g)).toEqual(poolers)
  expect(all(compose, /DATABASE_URL_DIRECT: \S+@database:(\d+)\/portal/g)).toEqual(all(pooler, /^portal = host=database port=(\d+)/gm))
})

test('in compose.yaml the servers share the folder of files, and each has a data folder of its own', () => {
  const volumes = all(compose, /volumes: \["(data-\d:\/data", "files:\/files)"\]/g)
  expect(volumes).toHaveLength(2)
  expect(new Set(volumes).size).toBe(2)
  expect(dockerfile).toContain('DATA_DIR=/data FILES_DIR=/files')
})

test('the container image and the systemd unit start the file that the build writes, and the image copies only folders that exist', () => {
  const built = all(textOf('tools/build-server.ts'), /entryPoints: \['(\w+)'/g).map((name) => `server/dist/${name}.js`)
  expect(all(unit, /^ExecStart=.* (\S+)$/gm)).toEqual(built)
  expect(dockerfile).toContain(JSON.stringify(['node', '--enable-source-maps', ...built]).replaceAll(',', ', '))
  const copied = all(dockerfile, /^COPY (?!--from)(.*) \S+$/gm).flatMap((line) => line.split(' '))
  expect(copied.filter((path) => !existsSync(join(ROOT, path)))).toEqual([])
  for (const workspace of (JSON.parse(textOf('package.json')) as { workspaces: string[] }).workspaces) expect(copied).toContain(`${workspace}/package.json`)
})

test('systemd does not restart a server that ended because of a wrong setting, and supervisors wait longer than an orderly end of the server may take', () => {
  expect(all(unit, /^RestartPreventExitStatus=(\d+)/gm)).toEqual([String(EXIT_CONFIGURATION)])
  const [shutdown_ms = ''] = all(textOf('server/main.ts'), /SHUTDOWN_TIMEOUT_MS = ([\d_]+)/g)
  for (const seconds of [...all(unit, /^TimeoutStopSec=(\d+)/gm), ...all(compose, /&server[\s\S]*?stop_grace_period: (\d+)s/g)])
    expect(Number(seconds) * 1_000).toBeGreaterThan(Number(shutdown_ms.replaceAll('_', '')))
})

test('roles.sql runs as written and gives the server’s role every time limit of PostgreSQL that a connection pooler would not pass on', async () => {
  const suffix = randomBytes(4).toString('hex')
  const own = roles
    .replace(/^(--|\\).*\n/gm, '')
    .replaceAll(/:'\w+'/g, `'${randomBytes(9).toString('hex')}'`)
    .replaceAll(/\bportal(_owner|_app)?\b/g, (name) => `${name}_${suffix}`)
  const statements = own.split(';').flatMap((statement) => statement.trim() || [])
  const client = new pg.Client({ connectionString: inject('cluster').superuserUrl })
  await client.connect()
  try {
    for (const statement of statements) await client.query(statement)
    const { rows } = await client.query<{ rolconfig: string[] }>('select rolconfig from pg_roles where rolname = $1', [`portal_app_${suffix}`])
    const seconds = Object.fromEntries((rows[0]?.rolconfig ?? []).map((each) => each.split('=') as [string, string]))
    for (const [name, ms] of Object.entries(settingsOf(DEADLINES))) expect(seconds[name], name).toBe(`${ms / 1_000}s`)
  } finally {
    await client.query(`drop database if exists portal_${suffix}`)
    await client.query(`drop role if exists portal_owner_${suffix}, portal_app_${suffix}`)
    await client.end()
  }
})

const metrics = createMetrics()
metrics.tellClock(() => 0)
measureProcess(metrics)
const figures = new Set(metrics.registry.getMetricsAsArray().map(({ name }) => name))
const isFigure = (name: string) => figures.has(name.replace(/_(bucket|count|sum)$/, '')) || figures.has(name)
/** The names of metrics in an expression, without functions, labels and words of the query language. */
const namesIn = (expression: string) =>
  all(expression.replaceAll(/\{[^}]*\}|\[[^\]]*\]|by \([^)]*\)/g, ' '), /\b([a-z_]{4,})\b(?!\()/g).filter((name) => name.includes('_'))

test('every metric that the dashboard shows exists; control: an unknown metric is found', () => {
  const dashboard = JSON.parse(textOf('deploy/grafana.json')) as { panels: { title: string; targets: { expr: string }[] }[] }
  const names = dashboard.panels.flatMap(({ targets }) => targets.flatMap(({ expr }) => namesIn(expr)))
  expect(names.length).toBeGreaterThan(12)
  expect(names.filter((name) => !isFigure(name))).toEqual([])
  expect(namesIn('sum by (le) (rate(calls_seconds_count[5m]))').filter((name) => !isFigure(name))).toEqual(['calls_seconds_count'])
})

test('every alarm in docs/operations.md names a metric or a log line that exists', () => {
  const [, monitoring = ''] = textOf('docs/operations.md').split('## Monitoring')
  const rows = all(monitoring.split('\n## ')[0] ?? '', /^\| (.*?) \|/gm).filter((cell) => cell.includes('`'))
  expect(rows.length).toBeGreaterThan(7)
  const sources = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !/\.test\.ts$|dist\//.test(file),
  )
  const source = sources.map((file) => textOf(`server/${file}`)).join('\n')
  const wrong = rows.flatMap((row) => {
    const quoted = all(row, /`([^`]+)`/g)
    return row.startsWith('log') ? quoted.filter((line) => !source.includes(line)) : quoted.flatMap(namesIn).filter((name) => !isFigure(name))
  })
  expect(wrong).toEqual([])
})
