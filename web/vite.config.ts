// Builds the browser side and serves it in development: /api and /images go to the server on PORTAL_PORT.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { buildSync } from 'esbuild'
import compile from 'icu-minify/compile'
import { defineConfig, type Plugin } from 'vite'
import { languages } from '../contract/kit/languages.ts'
import root from '../package.json' with { type: 'json' }
import { lateSchemas } from './late-schemas.ts'

const server = `http://127.0.0.1:${process.env.PORTAL_PORT ?? 3000}`

/** The commit of this build, from git or from the environment of a build from an archive; with a plus where files differ from it. */
function commitOf(): string {
  if (process.env.COMMIT) return process.env.COMMIT
  try {
    const git = (...args: string[]) => execFileSync('git', args, { cwd: import.meta.dirname, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
    return git('rev-parse', '--short=10', 'HEAD') + (git('status', '--porcelain', '--untracked-files=no') === '' ? '' : '+')
  } catch {
    return ''
  }
}

const TEXTS = /\/i18n\/\w\w\/[\w/-]+\.json$/
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
  transform: (code, id) =>
    /\/contract\/(?:[\w-]+\/)?[\w-]+\.ts$/.test(id) ? { code: code.replace(/^( +)summary:\s*(['"`])(?:\\.|(?!\2).)*\2,$/gm, ''), map: null } : null,
}

/**
 * On loading, uPlot asks Intl for the browser's language, and fails where Intl does not know it, such as en-US@posix on some Linux desktops. Figures in
 * charts are formatted by us (kit/base/format.ts), so any language will do.
 */
const anyLanguage: Plugin = {
  name: 'any-language',
  enforce: 'pre',
  transform: (code, id) => (id.includes('/uplot/dist/uPlot.esm.js') ? { code: code.replace('nav.language', "'de'"), map: null } : null),
}

/**
 * The service worker (web/worker), a file of its own, with the list of files it caches: the login, in each language, and nothing behind it. Its name changes
 * only with these files, so that a build of the same source does not update browsers.
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

/** Groups of files that index.html asks for at once for people who are signed in; the till needs none of the lists, and the other screens nothing of the till. */
const AHEAD: Record<string, (name: string) => boolean> = {
  house: (name) => name === 'house',
  till: (name) => name === 'Till',
  lists: (name) => /^(shell|calls|pages)$/.test(name),
  ...Object.fromEntries(
    languages.flatMap((language) => [
      [language, (name: string) => new RegExp(`^(door|house)-${language}$`).test(name)],
      [`lists-${language}`, (name: string) => name === `lists-${language}`],
    ]),
  ),
}

/** Writes the names of the files in AHEAD into the page's own script (web/index.html). */
const ahead: Plugin = {
  name: 'ahead',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: (html, { bundle }) => {
      const chunks = Object.values(bundle ?? {}).filter((file) => file.type === 'chunk')
      const filesOf = (isOne: (name: string) => boolean) =>
        chunks
          .filter(({ name, facadeModuleId }) => isOne(name) && !facadeModuleId?.endsWith('.json'))
          .flatMap(({ fileName, viteMetadata }) => [fileName, ...(viteMetadata?.importedCss ?? [])].map((file) => `/${file}`))
      const files = Object.fromEntries(Object.entries(AHEAD).map(([kind, isOne]) => [kind, filesOf(isOne)]))
      const [empty, filled] = ['const ahead = {}', `const ahead = ${JSON.stringify(files)}`]
      if (!html.includes(empty)) throw new Error('index.html no longer asks for files ahead')
      return html.replace(empty, filled)
    },
  },
}

const SCREENS = join(import.meta.dirname, 'screens')
const VIEW = /import\('\.\.\/(modules\/[^']+)'\)/g
/** The till's code is part of the main bundle, so that a seller who signs in waits for nothing else. */
const isTill = (view: string) => view.startsWith('modules/till/selling/')
const ALL_VIEWS = 'virtual:views'

/**
 * The list of all screens' files (5 kB) is a chunk of its own, requested together with the main bundle, because only screens other than the till need it. This
 * holds for the build: in the source and in development, the line of each screen imports its view itself.
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
    // If the chunk of all views could not be loaded, `all` is undefined, and so is the view, as with a direct import.
    const moved = code.replace(VIEW, (whole, view: string) => (isTill(view) ? whole : `every().then((all) => all?.views['${view}']())`))
    return moved === code ? null : { code: `const every = () => import('${ALL_VIEWS}')\nvoid every().catch(() => undefined)\n${moved}`, map: null }
  },
}

/** Matches the texts of the login, and the list of all other texts, in one language. */
const DOOR_TEXTS = /\/i18n\/(\w\w)(?:\.ts|\/(?:people\/auth|errors)\.json)$/
const doorOf = (id: string) => {
  const language = DOOR_TEXTS.exec(id)?.[1]
  return language ? `door-${language}` : null
}

/** Small parts that the till shares with other screens. They go into one file, because a request for each would delay a first visit to the till more. */
const OF_THE_TILL =
  /\/((action-name|fold|drafts|marks|use-printing|use-reprint)\.ts|(counter|offers|selling)\/(basket|catalogue|enters|later|open-sales|sale-state|sold-cards|stock-left|till-input|touch-keyboard|use-kept-focus|use-till-keys|use-transaction-keys)\.ts|base\/later-parts\.ts|(Key|Mark|SupportPhone)\.tsx|(counter|sale|offers|tiles|till)\.module\.css)$/

/** Small parts that many screens share: a file each would cost a request each. */
const OF_MANY = new RegExp(
  [
    '/web/kit/(list|page)/(Change|DetailPage|EffectButton|LeftOut|LinkButton|OnePage|PrintView|ReportList|ReportPage|WhenNear|Widget)\\.tsx$',
    '/web/kit/charts/(charts|ChartFailed)\\.tsx$',
    '/web/(kit/charts/(charts|spans)\\.module|kit/base/goods-name|modules/(live/connections/(supplier-state|SupplierBalance)|sales/(sales/dashboard|platform/platform)\\.module|goods/stock/stock\\.module))\\.(tsx?|css)$',
    '/web/kit/form/[\\w-]+\\.module\\.css$',
    '/selling/basket\\.module\\.css$',
    '/counter/slip\\.css(\\?inline)?$',
    '/(period|prices/WhyPrice|printers/settings|sale-code|save-file|counter/ReprintTroubles|use-future-words|till/supply/supply)\\.tsx?$',
    '/(use-clipboard|use-debounced-value|icons/(arrow-left|arrow-right))\\.mjs$',
  ].join('|'),
)

/** Parts of forms that many screens share; they are loaded as one file. */
const OF_ENTRY =
  /\/web\/(kit\/form\/(use-call-form|use-problem-text|Choices|FormSection|MoneyField|SecondPerson)|modules\/goods\/prices\/(from-day|later))\.tsx?$/

/** Parts of the shell that are drawn slightly after its first paint; they are loaded as one file. */
const OF_THE_SHELL = /\/web\/(shell\/\w+\/(BottomBar|HeadTabs|MenuDrawer|SessionWatch|TenantSwitch|TopMenu)|screens\/menu-icons)\.tsx$/

/** Parts that the till loads after its first paint (modules/till/selling/later.ts); they are loaded as one file. */
const LATER_AT_THE_TILL =
  /\/(selling\/(TillDialogs\.tsx|ShiftMark\.tsx|TillSenses\.tsx|counter\.ts)|offers\/offer-parts\.ts|counter\/(BulkFile|SlipPrinter)\.tsx)$/

/** The first screen of each kind of user, with the parts that it shows at once, and the two lists that are open all day. */
const FIRST_SCREENS: Record<string, RegExp> = {
  start: /\/web\/(modules\/sales\/sales\/Dashboard|kit\/charts\/SalesSpans|modules\/live\/connections\/NeedsYou)\.tsx$/,
  customers: /\/modules\/customers\/customers\/(CustomerList\.tsx|StatusDialog\.tsx|use-plans\.ts)$/,
  stock: /\/modules\/goods\/stock\/(StockList|DaysLeft|DropFiles)\.tsx$/,
}

/** Calls of registration and of a locked till. They need no other calls, so they are in one small file with the list of screens. */
const CALLS_ALONE = /\/contract\/(till\/cashiers|people\/registrations|people\/sign-in-steps|kit\/problem-codes)\.ts$/

/**
 * Texts of one language that are requested together: those of the app's frame and the till, and those loaded after the first paint, whichever screen is the
 * first.
 */
const TOGETHER = /\/i18n\/(\w\w)\/(?:\w+\/)?(house|selling|words|pages|fields|sales|platform|charts|printers|counter)\.json$/
const textsOf = (id: string) => {
  const [, language, area = ''] = TOGETHER.exec(id) ?? []
  return language ? `${area === 'house' || area === 'selling' ? 'house' : 'lists'}-${language}` : null
}

/**
 * Each group is one file: its modules with all their imports that no earlier group has. Without groups the bundler makes a file for every set of screens that
 * share something, and a first screen loads sixty files.
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
  // This is the only code that a shop's second window shares with its till.
  { name: 'display', test: /\/selling\/display-channel\.ts$/ },
  { name: 'later', test: LATER_AT_THE_TILL },
  ...Object.entries(FIRST_SCREENS).map(([name, test]) => ({ name, test })),
].map((group, i, all) => ({ ...group, priority: all.length - i }))

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), texts, withoutSummaries, lateSchemas, anyLanguage, views, ahead, worker],
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
    // The main bundle lists every file it may load: without names in them, that list is over a kilobyte shorter. The manifest maps files to names.
    rolldownOptions: { output: { chunkFileNames: 'assets/[hash:7].js', assetFileNames: 'assets/[hash:7][extname]', codeSplitting: { groups: together } } },
  },
})
