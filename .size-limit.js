// The budgets of the interface in gzip, on the real build: what the login loads, what the till loads, and each lazy screen.
import { readFileSync } from 'node:fs'

const dist = 'web/dist'
const manifest = JSON.parse(readFileSync(`${dist}/.vite/manifest.json`, 'utf8'))

/** The language with the longest texts stands for all. */
const LANGUAGE = 'fr'
const texts = (area) => Object.keys(manifest).filter((entry) => entry.startsWith(`i18n/${LANGUAGE}/`) && entry.endsWith(`/${area}.json`))

/** Every script that these entries pull in by themselves. */
function scriptsOf(entries, seen = new Set()) {
  for (const entry of entries) {
    if (seen.has(entry)) continue
    seen.add(entry)
    scriptsOf(manifest[entry].imports ?? [], seen)
  }
  return [...seen].map((entry) => `${dist}/${manifest[entry].file}`).filter((file) => file.endsWith('.js'))
}

const budget = (name, path, limit) => ({ name, path, limit, gzip: true })
/** A group of web/file-groups.ts, which has no entry by a path of its own. */
const group = (name) => Object.keys(manifest).find((entry) => manifest[entry].name === name)
const door = ['index.html', group(`door-${LANGUAGE}`)]
const house = [...door, group('house'), group(`house-${LANGUAGE}`)]
const inHouse = new Set(scriptsOf(house))
/** What every call takes and answers, lists, forms and the menu's pictures: asked for beside the first screen that is no till, once for all screens. */
const pages = scriptsOf([group('pages')]).filter((file) => !inHouse.has(file))
const thereAlready = new Set([...inHouse, ...pages])
const isView = (entry) => entry.startsWith('modules/') && manifest[entry].isDynamicEntry

export default [
  budget('login', scriptsOf(door), '113.3 kB'),
  budget('service worker', [`${dist}/worker.js`], '4 kB'),
  budget('login, shell and till', scriptsOf([...house, 'modules/till/selling/Till.tsx', ...texts('selling')]), '173 kB'),
  budget('calls, lists and forms', pages, '82.2 kB'),
  ...Object.keys(manifest)
    .filter(isView)
    .map((entry) =>
      budget(
        entry,
        scriptsOf([entry]).filter((file) => !thereAlready.has(file)),
        '63.1 kB',
      ),
    ),
]
