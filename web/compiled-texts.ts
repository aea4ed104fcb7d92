// A part of the build (vite.config.ts): the texts of the interface, parsed for the browser.
import compile from 'icu-minify/compile'
import type { Plugin } from 'vite'
import { errorsAtDoor } from './i18n/door-errors.ts'

const TEXTS = /\/i18n\/\w\w\/[\w/-]+\.json(\?door)?$/
type Texts = { [key: string]: string | Texts }
type Compiled = { [key: string]: ReturnType<typeof compile> | Compiled }
const compiled = (texts: Texts): Compiled =>
  Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, typeof text === 'string' ? compile(text) : compiled(text)]))

/** Plurals and placeholders in texts are parsed at build time, so that browsers need not load the parser (9 kB). */
export const compiledTexts: Plugin = {
  name: 'texts',
  enforce: 'pre',
  transform: (code, id) => {
    if (!TEXTS.test(id)) return undefined
    const all: Texts = JSON.parse(code)
    // The bundler does not take a path that ends in "?door" for JSON, so these texts are returned as a module.
    if (id.endsWith('?door')) return { code: `export default ${JSON.stringify(compiled(errorsAtDoor(all)))}`, map: null, moduleType: 'js' }
    return JSON.stringify(compiled(all))
  },
}
