// Settings: all mistakes are reported together, before anything starts, and without revealing a secret.
import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { ConfigurationError, EXIT_CONFIGURATION, readConfig } from './config.ts'

/** The lines of the error that report mistakes in these settings. */
function wrongIn(env: NodeJS.ProcessEnv): string[] {
  try {
    readConfig(env)
    return []
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error
    return error.message.split('\n').slice(1)
  }
}

test('without any setting everything has its default, and an empty setting counts as missing', () => {
  const none = readConfig({})
  expect(none).toMatchObject({ host: '127.0.0.1', port: 3000, dataDir: resolve('data'), isDemo: true, backupsKept: 3, trustProxy: false })
  expect(none).toMatchObject({ linkOrigin: 'http://{host}:3000', logLevel: 'info', sms: { url: 'https://api.twilio.com' }, captcha: { score_min: 0.5 } })
  const names = ['HOST', 'PORT', 'DATA_DIR', 'DATABASE_URL', 'DEMO', 'MASTER_KEY', 'MASTER_KEY_FILE', 'BACKUP', 'BACKUP_DIR', 'BACKUPS_KEPT', 'LOG_LEVEL']
  const more = ['TRUST_PROXY', 'LINK_ORIGIN', 'SMTP_URL', 'MAIL_FROM', 'SMS_URL', 'SMS_ACCOUNT', 'CAPTCHA_SECRET', 'CAPTCHA_ORIGINS', 'CAPTCHA_SCORE_MIN']
  for (const blank of ['', ' ']) expect(readConfig(Object.fromEntries([...names, ...more].map((name) => [name, blank])))).toEqual(none)
})

test('valid settings are read and converted', () => {
  const keys = [1, 2].map(() => randomBytes(32).toString('base64')).join(',')
  const given = { HOST: '::', PORT: '8080', BACKUPS_KEPT: '7', TRUST_PROXY: '10.0.0.0/8, fd00::/8 192.0.2.1', MASTER_KEY: keys, CAPTCHA_SCORE_MIN: '.7' }
  expect(readConfig(given)).toMatchObject({ host: '::', port: 8080, backupsKept: 7, masterKey: keys, captcha: { score_min: 0.7 } })
  expect(readConfig(given)).toMatchObject({ trustProxy: ['10.0.0.0/8', 'fd00::/8', '192.0.2.1'], linkOrigin: 'http://{host}:8080' })
  const socket = 'postgresql:///portal?host=/var/run/postgresql'
  expect(readConfig({ DATABASE_URL: socket, LINK_ORIGIN: 'https://{host}' })).toMatchObject({
    databaseUrl: socket,
    linkOrigin: 'https://{host}',
    isDemo: false,
  })
  const MAIL_IN_URL = 'imaps://replies%40portal.example:secret@mail.example/INBOX'
  expect(readConfig({ MAIL_IN_URL })).toMatchObject({ mailInUrl: MAIL_IN_URL })
})

test('a mailbox whose user is no mail address is refused, because replies could not be addressed to it', () => {
  for (const user of ['replies', 'a+b%40portal.example', `${'x'.repeat(30)}%40portal.example`])
    expect(wrongIn({ MAIL_IN_URL: `imaps://${user}:secret@mail.example/INBOX` })).toEqual([
      expect.stringContaining('MAIL_IN_URL (a secret, not shown) has to be'),
    ])
})

test('a configuration error names every wrong setting, with its value and a description of valid values', () => {
  const found = wrongIn({ PORT: 'abc', DEMO: 'yes', BACKUPS_KEPT: '0', TRUST_PROXY: '10.0.0.1,true', LOG_LEVEL: 'loud', MAIL_FROM: 'Shop', BACKUP: 'no' })
  expect(found).toEqual([
    '  PORT=abc has to be a whole number from 0 to 65535',
    '  DEMO=yes has to be one of 0, 1',
    '  BACKUP=no has to be one of on, off',
    '  BACKUPS_KEPT=0 has to be a whole number from 1 to 10000',
    '  LOG_LEVEL=loud has to be one of fatal, error, warn, info, debug, trace, silent',
    '  TRUST_PROXY=10.0.0.1,true has to be addresses or networks such as 10.0.0.0/8, with commas between',
    '  MAIL_FROM=Shop has to be an address such as portal@example.com',
  ])
})

test.each([
  ...['-1', '65536', '3000.5', '0x50', '1e3', '80 90'].map((given) => ['PORT', given]),
  ...['2', '10.0.0.0/33', '10.0.0.0/8/8', 'loopback'].map((given) => ['TRUST_PROXY', given]),
  ...['-0.1', '1.5', '.', '0,5'].map((given) => ['CAPTCHA_SCORE_MIN', given]),
  ...['portal.example.com', 'ftp://{host}', 'https://'].map((given) => ['LINK_ORIGIN', given]),
  ['HOST', 'http://localhost'],
  ['CAPTCHA_ORIGINS', "https://a.example; script-src 'unsafe-inline'"],
])('the setting %s=%s is refused as wrong', (name, given) => {
  expect(wrongIn({ [name]: given })).toEqual([expect.stringContaining(`${name}=${given} has to be`)])
})

test('a configuration error never prints the value of a secret', () => {
  const secret = 'Zyxw9876'
  const given = ['DATABASE_URL', 'DATABASE_URL_DIRECT', 'DATABASE_URL_REPORTS', 'MASTER_KEY', 'SMTP_URL', 'MAIL_IN_URL', 'SMS_URL', 'CAPTCHA_VERIFY_URL']
  const found = wrongIn({ PORT: 'abc', ...Object.fromEntries(given.map((name) => [name, `mysql://user:${secret}#@server`])) })
  expect(found).toHaveLength(given.length + 1)
  for (const name of given) expect(found).toContainEqual(expect.stringMatching(new RegExp(`^  ${name} \\(a secret, not shown\\) has to be .`)))
  expect(found.join('\n')).not.toContain(secret)
  expect(found.join('\n')).not.toContain('mysql')
})

test('a missing setting that another setting requires is reported together with all other mistakes', () => {
  expect(wrongIn({ SMS_ACCOUNT: 'AC', SMS_FROM: '+33700000000', CAPTCHA_SECRET: 's', CAPTCHA_SCRIPT: 'script.js', PORT: 'abc' })).toEqual([
    '  PORT=abc has to be a whole number from 0 to 65535',
    '  CAPTCHA_SCRIPT=script.js has to be an address such as https://service.example/script.js',
    '  SMS_TOKEN is not set, and SMS_ACCOUNT needs it',
    '  CAPTCHA_SITE_KEY is not set, and CAPTCHA_SECRET needs it',
    '  CAPTCHA_VERIFY_URL is not set, and CAPTCHA_SECRET needs it',
  ])
})

test.each(['server/main.ts', 'tools/keys.ts'])(
  '%s, started with wrong settings, prints the error and ends with the code after which no supervisor restarts it',
  (program) => {
    const root = join(import.meta.dirname, '../..')
    const env = { PATH: process.env.PATH, PORT: 'abc', MASTER_KEY: 'Zyxw9876' }
    const { status, stderr } = spawnSync(process.execPath, ['--import', 'tsx', join(root, program)], { cwd: root, env, encoding: 'utf8' })
    expect([status, stderr]).toEqual([
      EXIT_CONFIGURATION,
      'not starting, settings are wrong:\n  PORT=abc has to be a whole number from 0 to 65535\n  MASTER_KEY (a secret, not shown) has to be 32 bytes in base64, or several such keys\n',
    ])
  },
)
