// Every setting of the environment, read in one place. All mistakes are reported together, before anything starts.
import { existsSync } from 'node:fs'
import { isIP } from 'node:net'
import { join, resolve } from 'node:path'
import * as z from 'zod/mini'

/** The exit code for a configuration error, as in sysexits.h. After it a supervisor should not restart the process. */
export const EXIT_CONFIGURATION = 78

/** A mistake in the settings, which a restart does not cure. */
export class ConfigurationError extends Error {}

/** A setting whose text must be valid by `isRight`. `right` describes valid values, for the error message. */
const text = (right: string, isRight: (text: string) => boolean) => z.string().check(z.refine(isRight, right))
const oneOf = <const T extends readonly [string, ...string[]]>(values: T) => z.enum(values, `one of ${values.join(', ')}`)
const number = (right: string, pattern: RegExp, min: number, max: number) =>
  z.pipe(
    text(right, (given) => pattern.test(given) && Number(given) >= min && Number(given) <= max),
    z.transform(Number),
  )
const whole = (min: number, max: number) => number(`a whole number from ${min} to ${max}`, /^\d{1,9}$/, min, max)

const listIn = (given: string) => given.split(/[\s,]+/).filter(Boolean)
const list = (right: string, isRight: (each: string) => boolean) =>
  z.pipe(
    text(right, (given) => listIn(given).every(isRight)),
    z.transform(listIn),
  )

const url = (example: string, ...protocols: readonly string[]) =>
  text(`an address such as ${example}`, (given) => URL.canParse(given) && protocols.includes(new URL(given).protocol))
const web = (example: string) => url(example, 'https:', 'http:')
const database = () => z._default(url('postgres://user:password@server/database (signs in a password as %23)', 'postgres:', 'postgresql:'), '')
const anyText = (otherwise: string) => z._default(z.string(), otherwise)

const KEY_BYTES = 32
const isKey = (each: string) => Buffer.from(each, 'base64').length === KEY_BYTES

/**
 * Whether a text is an IP address or a network. Only these may name a trusted proxy: `true` or a number of hops would let any client choose its host and
 * address (reference CVE-2026-16732).
 */
function isNetwork(given: string): boolean {
  const [address = '', mask = '32', ...more] = given.split('/')
  const kind = isIP(address)
  const isMask = /^\d{1,3}$/.test(mask) ? Number(mask) <= (kind === 4 ? 32 : 128) : kind === 4 && isIP(mask) === 4
  return kind !== 0 && isMask && more.length === 0
}

const Settings = z.object({
  HOST: z._default(
    text('an address of this machine, or its name', (given) => isIP(given) !== 0 || /^[\w.-]+$/.test(given)),
    '127.0.0.1',
  ),
  PORT: z._default(whole(0, 65_535), 3000),
  DATA_DIR: anyText('data'),
  FILES_DIR: z.optional(z.string()),
  DATABASE_URL: database(),
  DATABASE_URL_DIRECT: database(),
  DATABASE_URL_REPORTS: database(),
  DEMO: z.optional(oneOf(['0', '1'])),
  MASTER_KEY: z._default(
    text(`${KEY_BYTES} bytes in base64, or several such keys`, (given) => listIn(given).every(isKey)),
    '',
  ),
  MASTER_KEY_FILE: z.optional(z.string()),
  BACKUP: z._default(oneOf(['on', 'off']), 'on'),
  BACKUP_DIR: z.optional(z.string()),
  BACKUPS_KEPT: z._default(whole(1, 10_000), 3),
  LOG_LEVEL: z._default(oneOf(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']), 'info'),
  METRICS_TOKEN: anyText(''),
  TRUST_PROXY: z._default(list('addresses or networks such as 10.0.0.0/8, with commas between', isNetwork), []),
  LINK_ORIGIN: z.optional(
    text('https://{host}, or one address for all', (given) => /^https?:\/\//.test(given) && URL.canParse(given.replaceAll('{host}', 'localhost'))),
  ),
  SMTP_URL: z._default(url('smtps://user:password@server', 'smtps:', 'smtp:'), ''),
  MAIL_FROM: z._default(
    text('an address such as portal@example.com', (given) => /^[^\s@<>]+@[^\s@<>]+$/.test(given)),
    'portal@localhost',
  ),
  MAIL_IN_URL: z._default(
    text(
      'an address such as imaps://replies%40portal.example:password@server/INBOX, whose user is a mail address',
      (given) => URL.canParse(given) && /^imaps?:$/.test(new URL(given).protocol) && /^[^@\s+]{1,20}%40[^@\s]+$/.test(new URL(given).username),
    ),
    '',
  ),
  SMS_URL: z._default(web('https://gateway.example'), 'https://api.twilio.com'),
  SMS_ACCOUNT: anyText(''),
  SMS_TOKEN: anyText(''),
  SMS_FROM: anyText(''),
  PUSH_CONTACT: z._default(url('mailto:portal@example.com or https://example.com', 'mailto:', 'https:'), ''),
  WEBHOOKS: z._default(oneOf(['0', '1']), '1'),
  SUPPLIER_ORIGINS: z._default(
    list(
      'addresses such as https://api.supplier.example, with commas between',
      (each) => URL.canParse(each) && new URL(each).origin === each && each.startsWith('https:'),
    ),
    [],
  ),
  SIMULATORS: z.optional(oneOf(['0', '1'])),
  CALLBACK_ORIGIN: z._default(web('https://portal.example'), ''),
  CAPTCHA_SECRET: anyText(''),
  CAPTCHA_SITE_KEY: anyText(''),
  CAPTCHA_SCRIPT: z._default(web('https://service.example/script.js'), ''),
  CAPTCHA_VERIFY_URL: z._default(web('https://service.example/siteverify'), ''),
  CAPTCHA_ORIGINS: z._default(
    list('addresses such as https://www.gstatic.com, with commas between', (each) => /^https?:\/\/[^;'"]+$/.test(each)),
    [],
  ),
  CAPTCHA_SCORE_MIN: z._default(number('a number from 0 to 1', /^\d?(\.\d{1,4})?$/, 0, 1), 0.5),
})

/** Names of settings whose value is or contains a secret. */
const SECRET = /URL|KEY|TOKEN|SECRET|ACCOUNT/
const SHOWN_MAX = 80
/** The settings that each setting requires to be set as well. */
const NEEDED: Record<string, readonly string[]> = {
  SMS_ACCOUNT: ['SMS_TOKEN', 'SMS_FROM'],
  CAPTCHA_SECRET: ['CAPTCHA_SITE_KEY', 'CAPTCHA_SCRIPT', 'CAPTCHA_VERIFY_URL'],
}

type Environment = Record<string, string>

function settingsIn(given: Environment): z.output<typeof Settings> {
  const read = z.safeParse(Settings, given)
  const wrong = (read.error?.issues ?? []).map(({ path, message }) => `${saidOf(String(path[0]), given)} has to be ${message}`)
  const missing = Object.entries(NEEDED).flatMap(([name, others]) =>
    name in given ? others.filter((other) => !(other in given)).map((other) => `${other} is not set, and ${name} needs it`) : [],
  )
  if (!read.success || missing.length > 0) throw new ConfigurationError(`not starting, settings are wrong:\n${lines([...wrong, ...missing])}`)
  return read.data
}

const saidOf = (name: string, given: Environment) => (SECRET.test(name) ? `${name} (a secret, not shown)` : `${name}=${given[name]?.slice(0, SHOWN_MAX)}`)
const lines = (reasons: readonly string[]) => reasons.map((reason) => `  ${reason}`).join('\n')

export type Config = ReturnType<typeof readConfig>

/** Reads all settings from the environment; an empty one counts as not set. Throws a ConfigurationError that lists every mistake. */
export function readConfig(env: NodeJS.ProcessEnv) {
  const s = settingsIn(Object.fromEntries(Object.entries(env).flatMap(([name, value]) => (value?.trim() ? [[name, value]] : []))))
  const dataDir = resolve(s.DATA_DIR)
  /** Whether an empty database is filled with the demo world: the embedded one unless DEMO=0, any other only with DEMO=1. */
  const isDemo = s.DATABASE_URL ? s.DEMO === '1' : s.DEMO !== '0'
  return {
    host: s.HOST,
    port: s.PORT,
    dataDir,
    /** The folder of uploads and exports, which all servers of a portal share. */
    filesDir: resolve(s.FILES_DIR ?? dataDir),
    /** The database's URL, for the server's own role and not the owner. Empty: the server uses the embedded PostgreSQL in dataDir. */
    databaseUrl: s.DATABASE_URL,
    /** The owner's URL, directly to PostgreSQL and not through a pooler: for migrations and for the queue of jobs. */
    databaseUrlDirect: s.DATABASE_URL_DIRECT,
    /** The URL of a read replica; if not set, the main database is used. */
    databaseUrlReports: s.DATABASE_URL_REPORTS,
    isDemo,
    /** The master keys, of 32 bytes in base64; several, one after the other, while the key is being changed. If empty, the key file is used. */
    masterKey: s.MASTER_KEY,
    masterKeyFile: s.MASTER_KEY_FILE ?? join(dataDir, 'master.key'),
    /** The folder of base backups and archived WAL; '' with BACKUP=off, and if the database is not the embedded one. */
    backupDir: s.BACKUP === 'off' || s.DATABASE_URL ? '' : resolve(s.BACKUP_DIR ?? join(dataDir, 'backups')),
    /** How many base backups are kept, one a night. */
    backupsKept: s.BACKUPS_KEPT,
    logLevel: s.LOG_LEVEL,
    /** The token for reading the metrics. Without a token the metrics can be read from loopback only. */
    metricsToken: s.METRICS_TOKEN,
    trustProxy: s.TRUST_PROXY.length > 0 ? s.TRUST_PROXY : (false as const),
    /** The origin of links in messages; `{host}` is the organisation's own host name. */
    linkOrigin: s.LINK_ORIGIN ?? `http://{host}:${s.PORT}`,
    /** The mail server, smtps://user:password@server; without a mail server, messages stay in the portal. */
    mail: { url: s.SMTP_URL, from: s.MAIL_FROM },
    /** The mailbox in which replies to mails about claims are read; without it they are not read. */
    mailInUrl: s.MAIL_IN_URL,
    /** A gateway that speaks Twilio's Messages API; off without an account. */
    sms: { url: s.SMS_URL, account: s.SMS_ACCOUNT, token: s.SMS_TOKEN, from: s.SMS_FROM },
    /** The operator's contact (mailto: or https:) that is given to push services; without it browsers with a closed page get no notices. */
    pushContact: s.PUSH_CONTACT,
    /** Whether webhooks are sent to the URLs that managers of organisations enter. */
    sendsWebhooks: s.WEBHOOKS === '1',
    /**
     * The suppliers asked at the moment of sale: their permitted origins, whether any port of this machine is allowed, whether the demo world's simulators are
     * allowed, and the origin of the URLs to which suppliers send callbacks.
     */
    suppliers: {
      permitted: { origins: s.SUPPLIER_ORIGINS, loopback: s.SIMULATORS === '1' },
      hasSimulators: s.SIMULATORS ? s.SIMULATORS === '1' : isDemo,
      callbackOrigin: s.CALLBACK_ORIGIN && new URL(s.CALLBACK_ORIGIN).origin,
    },
    /** A captcha of the reCAPTCHA or hCaptcha kind; off without a secret. */
    captcha: {
      secret: s.CAPTCHA_SECRET,
      site_key: s.CAPTCHA_SITE_KEY,
      script: s.CAPTCHA_SCRIPT,
      verify_url: s.CAPTCHA_VERIFY_URL,
      /** Further origins that the captcha uses besides that of its script, often for frames and pictures. */
      origins: s.CAPTCHA_ORIGINS,
      score_min: s.CAPTCHA_SCORE_MIN,
    },
  }
}

/** Reads the settings at the start of a process: mistakes end it with a code that says a restart would not help. */
export function configOrExit(): Config {
  try {
    return readConfig(process.env)
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error
    process.stderr.write(`${error.message}\n`)
    process.exit(EXIT_CONFIGURATION)
  }
}

/** The path of a folder, which lies beside the sources (../) or, in the built server, beside the bundle (./). */
export function folder(name: string): string {
  const found = [join(import.meta.dirname, name), join(import.meta.dirname, '..', name)].find((path) => existsSync(path))
  if (!found) throw new Error(`folder ${name} is missing`)
  return found
}
