// Builds the browser side and serves it in development: /api and /images go to the server on PORTAL_PORT.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { buildSync } from 'esbuild'
import compile from 'icu-minify/compile'
import { defineConfig, type Plugin } from 'vite'
import root from '../package.json' with { type: 'json' }

const server = `http://127.0.0.1:${process.env.PORTAL_PORT ?? 3000}`

/** The commit of this build, from git or from whoever builds from an archive; a plus where files differ from it. */
function commitOf(): string {
  if (process.env.COMMIT) return process.env.COMMIT
  try {
    const git = (...args: string[]) => execFileSync('git', args, { cwd: import.meta.dirname, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
    return git('rev-parse', '--short=10', 'HEAD') + (git('status', '--porcelain', '--untracked-files=no') === '' ? '' : '+')
  } catch {
    return ''
  }
}

const TEXTS = /\/i18n\/\w\w\/[\w-]+\.json$/
type Texts = { [key: string]: string | Texts }
type Compiled = { [key: string]: ReturnType<typeof compile> | Compiled }
const compiled = (texts: Texts): Compiled =>
  Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, typeof text === 'string' ? compile(text) : compiled(text)]))

/** Plurals and placeholders are parsed at build time, so that browsers need not load the parser, 9 kB. */
const texts: Plugin = {
  name: 'texts',
  enforce: 'pre',
  transform: (code, id) => (TEXTS.test(id) ? JSON.stringify(compiled(JSON.parse(code))) : undefined),
}

/** The calls' summaries are for the API document, so the browser's bundle leaves them out. */
const withoutSummaries: Plugin = {
  name: 'without-summaries',
  apply: 'build',
  enforce: 'pre',
  transform: (code, id) => (/\/contract\/[\w-]+\.ts$/.test(id) ? { code: code.replace(/^( +)summary:\s*(['"`])(?:\\.|(?!\2).)*\2,$/gm, ''), map: null } : null),
}

/**
 * uPlot asks Intl for the browser's language as it is loaded, and cannot be loaded where Intl knows none of that name, such as en-US@posix of some Linux desktops.
 * Figures in charts are written by us (kit/base/format.ts), so any language will do.
 */
const anyLanguage: Plugin = {
  name: 'any-language',
  enforce: 'pre',
  transform: (code, id) => (id.includes('/uplot/dist/uPlot.esm.js') ? { code: code.replace('nav.language', "'de'"), map: null } : null),
}

/**
 * The service worker (web/worker), a file of its own, with the list of what it keeps: the door, in each language, and nothing behind it. Its name changes with
 * these files alone, so that a build of the same source leaves browsers in peace.
 */
const worker: Plugin = {
  name: 'worker',
  apply: 'build',
  generateBundle(_, bundle) {
    const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
    const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]))
    const kept = new Set<string>()
    function keep(fileName: string) {
      const chunk = byName.get(fileName)
      if (!chunk || kept.has(fileName)) return
      kept.add(fileName)
      for (const css of chunk.viteMetadata?.importedCss ?? []) kept.add(css)
      for (const next of chunk.imports) keep(next)
    }
    for (const { name, isEntry, fileName } of chunks) if (isEntry || /^door(-\w\w)?$/.test(name)) keep(fileName)
    const shell = [...kept, 'icon.svg'].map((file) => `/${file}`).sort()
    const built = buildSync({
      entryPoints: [join(import.meta.dirname, 'worker/worker.ts')],
      ...({ bundle: true, write: false, minify: true, format: 'iife', target: 'es2022' } as const),
      define: { SHELL: JSON.stringify(shell), SHELL_NAME: JSON.stringify(createHash('sha256').update(shell.join()).digest('hex').slice(0, 12)) },
    })
    this.emitFile({ type: 'asset', fileName: 'worker.js', source: built.outputFiles[0]?.text ?? '' })
  },
}

const SCREENS = join(import.meta.dirname, 'screens')
const VIEW = /import\('\.\.\/(modules\/[^']+)'\)/g
/** The till's comes with the house: nothing stands between it and a seller who signs in. */
const isTill = (view: string) => view.startsWith('modules/selling/')
const ALL_VIEWS = 'virtual:views'

/**
 * Where each screen's files are is 5 kB that only other screens than the till need: a chunk of its own, asked for together with the house. In the source, and
 * while developing, a screen's line imports its view itself.
 */
const views: Plugin = {
  name: 'views',
  apply: 'build',
  enforce: 'pre',
  resolveId: (id) => (id === ALL_VIEWS ? id : null),
  load: (id) => {
    if (id !== ALL_VIEWS) return null
    const found = readdirSync(SCREENS).flatMap((file) => [...readFileSync(join(SCREENS, file), 'utf8').matchAll(VIEW)].map(([, view = '']) => view))
    const lines = [...new Set(found)].map((view) => `'${view}': () => import('${join(import.meta.dirname, view)}')`)
    return `export const views = { ${lines.join(', ')} }`
  },
  transform: (code, id) => {
    if (!id.startsWith(SCREENS)) return null
    // A chunk that could not be loaded is undefined, here as there.
    const moved = code.replace(VIEW, (whole, view: string) => (isTill(view) ? whole : `every().then((all) => all?.views['${view}']())`))
    return moved === code ? null : { code: `const every = () => import('${ALL_VIEWS}')\nvoid every().catch(() => undefined)\n${moved}`, map: null }
  },
}

/** The texts of the door, and the list of all others, in one language. */
const DOOR_TEXTS = /\/i18n\/(\w\w)(?:\.ts|\/(?:auth|errors)\.json)$/
const doorOf = (id: string) => {
  const language = DOOR_TEXTS.exec(id)?.[1]
  return language ? `door-${language}` : null
}

/** What the till shares with others: a request each would cost a cold till more than it weighs. */
const OF_THE_TILL =
  /\/((named|fold|drafts|marks|use-printing|use-reprint)\.ts|selling\/(basket|catalogue|later|open-sales|sale-state|till-input|use-kept-focus|use-till-keys|use-transaction-keys)\.ts|(Key|Mark|SupportPhone)\.tsx|(sale|offers|tiles)\.module\.css)$/

/** Small parts that many screens have: a file each would cost a request each. */
const OF_MANY = new RegExp(
  [
    '/web/kit/(list|page)/(Change|DetailPage|EffectButton|LeftOut|LinkButton|OnePage|PrintView|ReportList|ReportPage|WhenNear|Widget)\\.tsx$',
    '/web/modules/charts/(charts|ChartFailed)\\.tsx$',
    '/web/modules/(connections/low|sales/dashboard\\.module|charts/(charts|spans)\\.module|stock/goods-name|stock/stock\\.module)\\.(ts|css)$',
    '/web/kit/form/[\\w-]+\\.module\\.css$',
    '/selling/counter\\.module\\.css$',
    '/selling/slip\\.css(\\?inline)?$',
    '/(period|prices/WhyPrice|printers/settings|sale-code|save-file|selling/ReprintTroubles|use-until)\\.tsx?$',
    '/(use-clipboard|use-debounced-value|icons/(arrow-left|arrow-right))\\.mjs$',
  ].join('|'),
)

/** What screens are filled in with. */
const OF_ENTRY = /\/web\/(kit\/form\/(use-call-form|use-problem-text|Choices|FormSection|MoneyField|SecondPerson)|modules\/prices\/(from-day|later))\.tsx?$/

/** Parts of the shell that are drawn a moment after it. */
const OF_THE_SHELL = /\/web\/(shell\/(BottomBar|HeadTabs|SessionWatch|TenantSwitch|TopMenu)|screens\/menu-icons)\.tsx$/

/** What the till loads once it is drawn (modules/selling/later.ts). */
const LATER_AT_THE_TILL = /\/selling\/(TillDialogs\.tsx|offer-parts\.ts|BulkFile\.tsx|SlipPrinter\.tsx|ShiftMark\.tsx|TillSenses\.tsx|counter\.ts)$/

/** The first screen somebody sees, with what it alone shows at once, and the two lists that are open all day. */
const FIRST_SCREENS: Record<string, RegExp> = {
  start: /\/modules\/(sales\/Dashboard|charts\/SalesSpans|connections\/NeedsYou)\.tsx$/,
  customers: /\/modules\/customers\/(CustomerList\.tsx|StatusDialog\.tsx|use-plans\.ts)$/,
  stock: /\/modules\/stock\/(StockList|DaysLeft|DropFiles)\.tsx$/,
}

/** Calls of whoever registers, and of a till that is locked: they need no others, and come with the list of screens, which is as small. */
const CALLS_ALONE = /\/contract\/(cashiers|registrations|sign-in-steps|kit\/problem-codes)\.ts$/

/** Texts that are asked for together, of one language. */
const TOGETHER = /\/i18n\/(\w\w)\/(house|pages|sales|charts|printers|counter)\.json$/
const texts_of: Record<string, string> = { house: 'house', pages: 'house', sales: 'start', charts: 'start', printers: 'till', counter: 'till' }
const textsOf = (id: string) => {
  const [, language, area = ''] = TOGETHER.exec(id) ?? []
  return language ? `${texts_of[area]}-${language}` : null
}

/**
 * Each group is one file: its modules with everything they import that no group before it has. Without groups the bundler makes a file for every set of screens
 * that share something, and a first screen loads sixty.
 */
const together = [
  { name: 'door', test: (id: string) => /\/web\/(main\.tsx|kit\/form\/app-worker\.ts)$/.test(id) || /rolldown\/runtime|index\.html/.test(id) },
  { name: doorOf, debugName: 'door-<language>' },
  { name: 'house', test: (id: string) => /\/web\/(house|router)\.tsx$/.test(id) || OF_THE_TILL.test(id) },
  { name: textsOf, debugName: '<texts>-<language>' },
  { name: 'shell', test: (id: string) => id.endsWith(ALL_VIEWS) || OF_THE_SHELL.test(id) || CALLS_ALONE.test(id) },
  { name: 'calls', test: /\/contract\/index\.ts$/ },
  { name: 'pages', test: (id: string) => /\/web\/kit\/(list\/ListPage|form\/(FormDialog|fields))\.tsx$/.test(id) || OF_MANY.test(id) },
  { name: 'entry', test: OF_ENTRY },
  // What a shop's second window shares with its till, and nothing else of it.
  { name: 'display', test: /\/selling\/display-channel\.ts$/ },
  { name: 'later', test: LATER_AT_THE_TILL },
  ...Object.entries(FIRST_SCREENS).map(([name, test]) => ({ name, test })),
].map((group, i, all) => ({ ...group, priority: all.length - i }))

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), texts, withoutSummaries, anyLanguage, views, worker],
  resolve: { alias: { 'use-intl/format-message': 'use-intl/format-message/format-only' } },
  define: { VERSION: JSON.stringify(root.version), BUILT_AT: JSON.stringify(new Date().toISOString()), COMMIT: JSON.stringify(commitOf()) },
  server: {
    proxy: {
      '/api': { target: server, changeOrigin: false },
      '/images': { target: server, changeOrigin: false },
      '/manifest.webmanifest': { target: server, changeOrigin: false },
    },
  },
  build: {
    manifest: true,
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    target: 'es2023',
    // The house lists every file it may load: without names in them, that list is over a kilobyte shorter. The manifest tells which is which.
    rolldownOptions: { output: { chunkFileNames: 'assets/[hash:7].js', assetFileNames: 'assets/[hash:7][extname]', codeSplitting: { groups: together } } },
  },
})
