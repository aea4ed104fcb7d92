// A real browser for tests: the Chromium from a package, or an installed Chromium or Chrome. The installed browser is as new as customers' browsers, but
// slower.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type Browser, chromium } from 'playwright-core'

/** Flags of the browser. It runs without its sandbox, because root and containers have no user namespaces for it. */
const ARGS = ['--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu', '--font-render-hinting=none']

/** Starts a browser. `installed`: the browser of this machine, if it has one. A browser named by the variable CHROMIUM is always used instead. */
export async function openBrowser(kind: 'packaged' | 'installed' = 'packaged'): Promise<Browser> {
  const { executablePath, args } = await findBrowser(kind)
  return chromium.launch({ executablePath, args, headless: true })
}

const START_MS = 20_000

/**
 * Returns the path of an installed browser that can be started; undefined if there is none. Debian's headless shell is tried first. It is the same Chromium
 * without the window around a page; the pages of that window took two fifths of a browser test's time (measured with Chromium 156: 196 s with the window, 112 s
 * without).
 */
function findInstalled(): string | undefined {
  const names = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome']
  const paths = (process.env.PATH ?? '').split(':').flatMap((folder) => names.map((name) => join(folder, name)))
  return paths.find((path) => existsSync(path) && spawnSync(path, ['--version'], { timeout: START_MS }).status === 0)
}

/** Finds the browser. The first call unpacks the packaged one, so call this once before several processes open browsers at the same time. */
export async function findBrowser(kind: 'packaged' | 'installed' = 'packaged'): Promise<{ executablePath: string; args: string[] }> {
  const { CHROMIUM } = process.env
  const executablePath = CHROMIUM || (kind === 'installed' ? findInstalled() : undefined)
  if (executablePath) return { executablePath, args: ARGS }
  // The variable is set before the import, because the package then also unpacks the system libraries that it needs.
  process.env.AWS_LAMBDA_JS_RUNTIME ??= 'nodejs22.x'
  const { default: packed } = await import('@sparticuz/chromium')
  // The package's own flags are left out, because they switch web security off and run the browser in a single process, which ends with its first closed
  // context.
  return { executablePath: await packed.executablePath(), args: [...ARGS, '--no-zygote'] }
}
