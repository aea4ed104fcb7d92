// An unmodified Firefox, controlled by Marionette, a protocol that every Firefox supports on a plain socket: `<bytes>:[0, id, command, parameters]`.
// (Playwright's own Firefox is a special build that no package registry offers.)
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const START_MS = 30_000
const WAIT_MS = 45_000
const POLL_MS = 50
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf'

export const ROLL_MM = 80

/** Codes of special keys in WebDriver. */
const KEYS: Record<string, string> = { Enter: '\uE007', Escape: '\uE00C', Tab: '\uE004', F2: '\uE032', F8: '\uE038' }

type FoundElement = { [ELEMENT]: string }

export type Firefox = {
  version: string
  go: (url: string) => Promise<void>
  /** Runs a function body, given as text, in the page. */
  run: <T>(body: string, ...args: unknown[]) => Promise<T>
  /** Finds the first visible element whose accessible name, as Firefox computes it, equals the text or matches the pattern. */
  named: (css: string, name: string | RegExp) => Promise<FoundElement>
  click: (element: FoundElement) => Promise<void>
  /** Presses keys in the focused element. */
  press: (...keys: string[]) => Promise<void>
  resize: (width: number, height: number) => Promise<void>
  picture: () => Promise<Buffer>
  /** Errors that pages threw, and violations of their content security policy. */
  thrown: () => Promise<string[]>
  /** The path of the PDF file into which Firefox prints. */
  printed: string
  close: () => Promise<void>
}

/** The path of Firefox, or the reason why it is missing. The environment variable FIREFOX sets another path. */
export function findFirefox(): { path: string } | { missing: string } {
  const { FIREFOX, PATH = '' } = process.env
  const places = FIREFOX ? [FIREFOX] : PATH.split(':').flatMap((dir) => ['firefox', 'firefox-esr'].map((name) => join(dir, name)))
  const path = [...places, '/Applications/Firefox.app/Contents/MacOS/firefox'].find((place) => existsSync(place))
  if (!path) return { missing: 'no firefox or firefox-esr on the PATH, and FIREFOX names none' }
  const { status, stderr } = spawnSync(path, ['--version'], { timeout: START_MS, encoding: 'utf8' })
  return status === 0 ? { path } : { missing: `${path} does not start: ${stderr || 'no answer'}` }
}

/** Firefox's preferences: it prints without a dialog, into the file `printed`, as a kiosk prints on paper. */
const prefs = (language: string, printed: string) => ({
  'marionette.port': 0,
  'intl.accept_languages': language,
  'ui.prefersReducedMotion': 1,
  'app.update.disabledForTesting': true,
  'datareporting.policy.dataSubmissionEnabled': false,
  'signon.rememberSignons': false,
  'print.always_print_silent': true,
  print_printer: 'Mozilla Save to PDF',
  'print.printer_Mozilla_Save_to_PDF.print_to_file': true,
  'print.printer_Mozilla_Save_to_PDF.print_to_filename': printed,
  // Firefox prints on the printer's paper, whatever size a page asks for: here a roll as wide as a slip.
  'print.printer_Mozilla_Save_to_PDF.print_paper_id': '',
  'print.printer_Mozilla_Save_to_PDF.print_paper_size_unit': 1,
  'print.printer_Mozilla_Save_to_PDF.print_paper_width': `${ROLL_MM}.0`,
  'print.printer_Mozilla_Save_to_PDF.print_paper_height': '200.0',
})

export async function openFirefox(path: string, language: string): Promise<Firefox> {
  const profile = mkdtempSync(join(tmpdir(), 'portal-firefox-'))
  const printed = join(profile, 'printed.pdf')
  const lines = Object.entries(prefs(language, printed)).map(([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});\n`)
  writeFileSync(join(profile, 'user.js'), lines.join(''))
  const env = { ...process.env, HOME: profile, MOZ_CRASHREPORTER_DISABLE: '1' }
  const args = ['--headless', '--no-remote', '--marionette', '--remote-allow-system-access', '--profile', profile]
  const browser = spawn(path, args, { env, stdio: 'ignore' })
  const end = async () => {
    await ended(browser)
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 })
  }
  try {
    const port = await until('Firefox does not listen', () => portIn(join(profile, 'MarionetteActivePort')), START_MS)
    const { ask, hangUp } = await wire(port)
    return { ...(await driven(ask)), printed, close: () => Promise.resolve(hangUp()).then(end) }
  } catch (cause) {
    await end()
    throw cause
  }
}

const portIn = (file: string) => (existsSync(file) ? Number(readFileSync(file, 'utf8')) : 0)

async function ended(browser: ChildProcess) {
  const exit = new Promise((resolve) => browser.once('exit', resolve))
  if (browser.exitCode === null && browser.kill('SIGKILL')) await exit
}

/** Repeats `look` until it returns a result; throws an error with the text `wrong` after `ms` milliseconds. */
export async function until<T>(wrong: string, look: () => T | Promise<T>, ms = WAIT_MS): Promise<NonNullable<T>> {
  for (const begun = Date.now(); ; await new Promise((done) => setTimeout(done, POLL_MS))) {
    const found = await look()
    if (found) return found
    if (Date.now() - begun > ms) throw new Error(wrong)
  }
}

type Ask = <T>(command: string, parameters?: Record<string, unknown>) => Promise<T>

/** Opens the connection to Marionette. `ask` sends one command after the other; an error contains the name of its command. */
async function wire(port: number): Promise<{ ask: Ask; hangUp: () => void }> {
  const socket: Socket = connect(port, '127.0.0.1')
  const waiting = new Map<number, { done: (answer: never) => void; failed: (error: Error) => void }>()
  let came: Buffer = Buffer.alloc(0)
  socket.on('data', (data) => {
    came = Buffer.concat([came, data])
    for (;;) {
      const colon = came.indexOf(':')
      const end = colon + 1 + Number(came.subarray(0, Math.max(colon, 0)).toString())
      if (colon < 0 || came.length < end) return
      const message: unknown = JSON.parse(came.subarray(colon + 1, end).toString())
      came = came.subarray(end)
      // The first message is Firefox's greeting and not an answer.
      if (!Array.isArray(message)) continue
      const [, id, error, answer] = message
      if (error) waiting.get(id)?.failed(new Error(`${error.error}: ${error.message}`))
      else waiting.get(id)?.done(answer as never)
      waiting.delete(id)
    }
  })
  const lost = () => {
    for (const { failed } of waiting.values()) failed(new Error('Firefox is gone'))
    waiting.clear()
  }
  socket.on('error', lost).on('close', lost)
  let asked = 0
  const ask: Ask = (command, parameters = {}) =>
    new Promise((done, failed) => {
      const id = ++asked
      const text = JSON.stringify([0, id, command, parameters])
      waiting.set(id, { done, failed })
      socket.write(`${Buffer.byteLength(text)}:${text}`)
    })
  return { ask, hangUp: () => socket.destroy() }
}

async function driven(ask: Ask): Promise<Omit<Firefox, 'printed' | 'close'>> {
  const { capabilities } = await ask<{ capabilities: { browserVersion: string } }>('WebDriver:NewSession')
  const value = async <T>(command: string, parameters?: Record<string, unknown>) => (await ask<{ value: T }>(command, parameters)).value
  const run = <T>(body: string, ...args: unknown[]) => value<T>('WebDriver:ExecuteScript', { script: body, args, sandbox: null })
  const isNamed = async (id: string, name: string | RegExp) => {
    const label = (await value<string>('WebDriver:GetComputedLabel', { id })).trim()
    return (typeof name === 'string' ? label === name : name.test(label)) && (await value<boolean>('WebDriver:IsElementDisplayed', { id }))
  }
  const find = async (css: string, name: string | RegExp) => {
    // If React removes an element during the search, reading its name fails; the error is treated as a name that does not match.
    for (const found of await ask<FoundElement[]>('WebDriver:FindElements', { using: 'css selector', value: css }))
      if (await isNamed(found[ELEMENT], name).catch(() => false)) return found
    return undefined
  }
  return {
    version: capabilities.browserVersion,
    run,
    go: async (url) => void (await ask('WebDriver:Navigate', { url })),
    named: (css, name) => until(`no ${css} named ${name}`, () => find(css, name)),
    click: async (element) => void (await ask('WebDriver:ElementClick', { id: element[ELEMENT] })),
    press: async (...keys) => {
      const strokes = keys.map((key) => KEYS[key] ?? key).flatMap((key) => ['keyDown', 'keyUp'].map((type) => ({ type, value: key })))
      await ask('WebDriver:PerformActions', { actions: [{ type: 'key', id: 'keys', actions: strokes }] })
    },
    resize: async (width, height) => void (await ask('WebDriver:SetWindowRect', { width, height })),
    picture: async () => Buffer.from(await value<string>('WebDriver:TakeScreenshot', { full: false }), 'base64'),
    thrown: async () => {
      await ask('Marionette:SetContext', { value: 'chrome' })
      const lines = await value<string[]>('WebDriver:ExecuteScript', {
        script: `return Services.console.getMessageArray()
          .filter((one) => one instanceof Ci.nsIScriptError && !(one.flags & 1) && /^http/.test(one.sourceName) || /Content-Security-Policy/.test(one.message))
          .map((one) => one.errorMessage + ' ' + one.sourceName)`,
        args: [],
      })
      await ask('Marionette:SetContext', { value: 'content' })
      return lines
    },
  }
}
