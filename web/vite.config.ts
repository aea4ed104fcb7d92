// Builds the browser side, and serves it during development: /api and /images go to the server on PORTAL_PORT.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { buildSync } from 'esbuild'
import { defineConfig, type Plugin } from 'vite'
import root from '../package.json' with { type: 'json' }
import { compiledTexts } from './compiled-texts.ts'
import { AHEAD, ALL_VIEWS, together } from './file-groups.ts'
import { lateSchemas } from './late-schemas.ts'

const server = `http://127.0.0.1:${process.env.PORTAL_PORT ?? 3000}`

/** Returns the commit of this build, from git or, if built from an archive, from the environment. A plus is added if files differ from the commit. */
function commitOf(): string {
  if (process.env.COMMIT) return process.env.COMMIT
  try {
    const git = (...args: string[]) => execFileSync('git', args, { cwd: import.meta.dirname, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
    return git('rev-parse', '--short=10', 'HEAD') + (git('status', '--porcelain', '--untracked-files=no') === '' ? '' : '+')
  } catch {
    return ''
  }
}

/** Removes the summaries of calls from the browser's bundle, because only the API document needs them. */
const withoutSummaries: Plugin = {
  name: 'without-summaries',
  apply: 'build',
  enforce: 'pre',
  transform: (code, id) =>
    /\/contract\/(?:[\w-]+\/)?[\w-]+\.ts$/.test(id) ? { code: code.replace(/^( +)summary:\s*(['"`])(?:\\.|(?!\2).)*\2,$/gm, ''), map: null } : null,
}

/**
 * When it is loaded, uPlot asks Intl for the browser's language, and fails if Intl does not know it (such as en-US@posix on some Linux desktops). The app
 * formats the figures in charts itself (kit/base/format.ts), so uPlot may use any language.
 */
const anyLanguage: Plugin = {
  name: 'any-language',
  enforce: 'pre',
  transform: (code, id) => (id.includes('/uplot/dist/uPlot.esm.js') ? { code: code.replace('nav.language', "'de'"), map: null } : null),
}

/**
 * Builds the service worker (web/worker) as a separate file, with the list of files that it caches: the login in each language, and nothing behind it. The
 * worker's name changes only with these files, so that a build of the same source does not update browsers.
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

/** Writes the names of the files in AHEAD into the script of web/index.html. */
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
/** Whether a view is the till. The till's code is part of the main bundle, so that a seller who signs in waits for nothing else. */
const isTill = (view: string) => view.startsWith('modules/till/selling/')

/**
 * Moves the list of all screens' files (5 kB) to a chunk of its own, which is requested together with the main bundle, because only screens other than the till
 * need the list. This applies to the build; in the source and in development, the line of each screen imports its view itself.
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
    // If the chunk with the views could not be loaded, `all` is undefined, and so is the view, as after a failed direct import.
    const moved = code.replace(VIEW, (whole, view: string) => (isTill(view) ? whole : `every().then((all) => all?.views['${view}']())`))
    return moved === code ? null : { code: `const every = () => import('${ALL_VIEWS}')\nvoid every().catch(() => undefined)\n${moved}`, map: null }
  },
}

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), compiledTexts, withoutSummaries, lateSchemas, anyLanguage, views, ahead, worker],
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
    // The main bundle lists every file that it may load. File names without the modules' names make that list over a kilobyte shorter. The manifest maps files
    // to modules.
    rolldownOptions: { output: { chunkFileNames: 'assets/[hash:7].js', assetFileNames: 'assets/[hash:7][extname]', codeSplitting: { groups: together } } },
  },
})
