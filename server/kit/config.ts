// All environment variables, read in one place.
import { existsSync } from 'node:fs'
import { isIP } from 'node:net'
import { join, resolve } from 'node:path'

export type Config = ReturnType<typeof readConfig>

export function readConfig(env: NodeJS.ProcessEnv) {
  const dataDir = resolve(env.DATA_DIR ?? 'data')
  return {
    host: env.HOST ?? '127.0.0.1',
    port: Number(env.PORT ?? 3000),
    dataDir,
    /** Empty: the embedded PostgreSQL in dataDir. The role is the server's own, not the owner. */
    databaseUrl: env.DATABASE_URL ?? '',
    /** As the owner and not through a pooler: for migrations and jobs. */
    databaseUrlDirect: env.DATABASE_URL_DIRECT ?? '',
    /** A read replica; empty: the main database. */
    databaseUrlReports: env.DATABASE_URL_REPORTS ?? '',
    /** The demo world in an empty database: our own has it unless DEMO=0, any other only with DEMO=1. */
    isDemo: env.DATABASE_URL ? env.DEMO === '1' : env.DEMO !== '0',
    /** 32 bytes in base64, several in a row during a rotation; empty: the key file. */
    masterKey: env.MASTER_KEY ?? '',
    masterKeyFile: env.MASTER_KEY_FILE ?? join(dataDir, 'master.key'),
    /** Where base backups and archived WAL go; '' with BACKUP=off or an external database. */
    backupDir: env.BACKUP === 'off' || env.DATABASE_URL ? '' : resolve(env.BACKUP_DIR ?? join(dataDir, 'backups')),
    /** How many base backups are kept; one is made each night. */
    backupsKept: Number(env.BACKUPS_KEPT ?? 3),
    logLevel: env.LOG_LEVEL ?? 'info',
    /** Empty: only loopback may read the metrics. */
    metricsToken: env.METRICS_TOKEN ?? '',
    trustProxy: addresses(env.TRUST_PROXY ?? ''),
    /** Where links in messages lead; `{host}` is the shop's own name. */
    linkOrigin: env.LINK_ORIGIN ?? `http://{host}:${env.PORT ?? 3000}`,
    /** smtps://user:password@server; empty: messages stay in the portal. */
    mail: { url: env.SMTP_URL ?? '', from: env.MAIL_FROM ?? 'portal@localhost' },
    /** A gateway that speaks Twilio's Messages API; off without an account. */
    sms: { url: env.SMS_URL ?? 'https://api.twilio.com', account: env.SMS_ACCOUNT ?? '', token: env.SMS_TOKEN ?? '', from: env.SMS_FROM ?? '' },
    /** A service of the reCAPTCHA or hCaptcha kind; off without a secret. */
    captcha: {
      secret: env.CAPTCHA_SECRET ?? '',
      site_key: env.CAPTCHA_SITE_KEY ?? '',
      script: env.CAPTCHA_SCRIPT ?? '',
      verify_url: env.CAPTCHA_VERIFY_URL ?? '',
      /** Further origins beside that of the script: frames and pictures often come from another one. */
      origins: (env.CAPTCHA_ORIGINS ?? '').split(/[\s,]+/).filter(Boolean),
      score_min: Number(env.CAPTCHA_SCORE_MIN ?? 0.5),
    },
  }
}

/** Only named addresses: `true` or a number of hops would let any client choose its host and address (CVE-2026-16732). */
function addresses(text: string): string[] | false {
  const list = text.split(/[\s,]+/).filter(Boolean)
  for (const address of list) if (isIP(address.split('/')[0] ?? '') === 0) throw new Error(`TRUST_PROXY takes addresses, not "${address}"`)
  return list.length > 0 ? list : false
}

/** A folder that lies beside the sources (../) or, once bundled, beside the bundle (./). */
export function folder(name: string): string {
  const found = [join(import.meta.dirname, name), join(import.meta.dirname, '..', name)].find((path) => existsSync(path))
  if (!found) throw new Error(`folder ${name} is missing`)
  return found
}
