// A real browser for tests: the one that comes as a package, the same everywhere; another one only where CHROMIUM names it.
import { type Browser, chromium } from 'playwright-core'

/** Root and containers have no user namespaces for the sandbox. */
const ARGS = ['--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu', '--font-render-hinting=none']

export async function openBrowser(): Promise<Browser> {
  const { executablePath, args } = await findBrowser()
  return chromium.launch({ executablePath, args, headless: true })
}

/** The first call unpacks the packaged browser: call it once before several processes open one at the same time. */
export async function findBrowser(): Promise<{ executablePath: string; args: string[] }> {
  const { CHROMIUM } = process.env
  if (CHROMIUM) return { executablePath: CHROMIUM, args: ARGS }
  // The variable is set before the import: the package then unpacks the system libraries it needs as well.
  process.env.AWS_LAMBDA_JS_RUNTIME ??= 'nodejs22.x'
  const { default: packed } = await import('@sparticuz/chromium')
  // The package's own flags are left out: they run the browser in a single process, which ends with its first closed context, and switch web security off.
  return { executablePath: await packed.executablePath(), args: [...ARGS, '--no-zygote'] }
}
