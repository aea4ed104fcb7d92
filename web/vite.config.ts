// Builds the browser side and serves it in development: /api and /images go to the server on PORTAL_PORT.
import { execFileSync } from 'node:child_process'
import react from '@vitejs/plugin-react'
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

/** The texts of the door, and the list of all others, in one language. */
const DOOR_TEXTS = /\/i18n\/(\w\w)(?:\.ts|\/(?:auth|errors)\.json)$/
const doorOf = (id: string) => {
  const language = DOOR_TEXTS.exec(id)?.[1]
  return language ? `door-${language}` : null
}

/** What the till shares with others: a request each would cost a cold till more than it weighs. */
const OF_THE_TILL = /\/((named|fold|drafts|use-printing|use-reprint|pin-groups)\.ts|(WhyPrice|Key)\.tsx|sale\.module\.css|use-clipboard\.mjs)$/

/**
 * Each group is one file: its modules with everything they import that no group before it has. Without groups the bundler makes a file for every set of screens
 * that share something, and a first screen loads sixty.
 */
const together = [
  { name: 'door', test: /\/web\/main\.tsx$/ },
  { name: doorOf, debugName: 'door-<language>' },
  { name: 'house', test: (id: string) => /\/web\/(house|router)\.tsx$/.test(id) || OF_THE_TILL.test(id) },
  { name: 'lists', test: /\/web\/kit\/list\/ListPage\.tsx$/ },
  { name: 'forms', test: /\/web\/kit\/form\/(FormDialog|fields)\.tsx$/ },
].map((group, i, all) => ({ ...group, priority: all.length - i }))

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), texts, withoutSummaries, anyLanguage],
  resolve: { alias: { 'use-intl/format-message': 'use-intl/format-message/format-only' } },
  define: { VERSION: JSON.stringify(root.version), BUILT_AT: JSON.stringify(new Date().toISOString()), COMMIT: JSON.stringify(commitOf()) },
  server: { proxy: { '/api': { target: server, changeOrigin: false }, '/images': { target: server, changeOrigin: false } } },
  build: {
    manifest: true,
    assetsInlineLimit: 0,
    target: 'es2023',
    // The house lists every file it may load: without names in them, that list is over a kilobyte shorter. The manifest tells which is which.
    rolldownOptions: { output: { chunkFileNames: 'assets/[hash].js', assetFileNames: 'assets/[hash][extname]', codeSplitting: { groups: together } } },
  },
})
