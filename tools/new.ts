// `npm run new call <module> <name> <path>` and `npm run new screen <module> <Name> <path>`: adds the first lines where they belong and says
// what is left to do; the compiler and the sweeping tests report the rest.
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const root = join(import.meta.dirname, '..')
const [kind, module = '', name = '', path = ''] = process.argv.slice(2)

const USAGE = `usage: npm run new call <module> <name> </path/>     e.g. new call suppliers supplierAdd /add_supplier/
       npm run new screen <module> <Name> </path>   e.g. new screen suppliers SupplierForm /supplier/add
`

const newCall = () => `
export const ${name} = call({
  path: '${path}',
  summary: '${name}',
  access: { roles: ['superadmin'] },
  input: z.object({}),
  output: z.object({}),
})
`

const newScreen = () => `// ${name}.
export default function ${name}() {
  return <h1>${name}</h1>
}
`

function addCall(): string {
  const file = `contract/${module}.ts`
  const text = existsSync(join(root, file)) ? read(file) : `// ${module}.\nimport * as z from 'zod/mini'\nimport { call } from './kit/call.ts'\n`
  write(file, text + newCall())
  write('contract/index.ts', listed(read('contract/index.ts')))
  return `Now: access, input and output in ${file}; its handler in server/modules/${module}/${module}.calls.ts (server/handlers.ts does not compile without); npm run format; npm run generate.`
}

/** contract/index.ts with the module named; its calls follow by themselves. */
function listed(index: string): string {
  const from = `from './${module}.ts'`
  if (index.includes(from)) return index
  const word = module.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase())
  return index.replace('\n\nconst exported = {\n', `\nimport * as ${word} ${from}\n\nconst exported = {\n  ...${word},\n`)
}

function addScreen(): string {
  write(`web/modules/${module}/${name}.tsx`, newScreen())
  const line = `  { path: '${path}', title: '${name}', area: 'office', view: () => import('../modules/${module}/${name}.tsx') },\n]`
  const file = screensOf(module)
  write(file, read(file).replace(/\n\](?=\n)/, `\n${line}`))
  return `Now: call, menu and parent in ${file}; its title in web/i18n (the compiler names the key); the screen in web/modules/${module}/${name}.tsx; npm run format.`
}

/** The file with most of the module's screens, or the one of screens without a group. */
function screensOf(word: string): string {
  const lines = (file: string) => read(file).split(`/modules/${word}/`).length
  const files = readdirSync(join(root, 'web/screens')).map((name) => `web/screens/${name}`)
  return files.reduce((best, file) => (lines(file) > lines(best) ? file : best), 'web/screens/own.ts')
}

function read(file: string): string {
  return readFileSync(join(root, file), 'utf8')
}

function write(file: string, text: string): void {
  mkdirSync(dirname(join(root, file)), { recursive: true })
  writeFileSync(join(root, file), text)
  process.stdout.write(`${file}\n`)
}

const isRight = /^[a-z][a-z-]*$/.test(module) && /^[a-zA-Z]+$/.test(name) && path.startsWith('/')
if (isRight && kind === 'call') process.stdout.write(`${addCall()}\n`)
else if (isRight && kind === 'screen') process.stdout.write(`${addScreen()}\n`)
else {
  process.stderr.write(USAGE)
  process.exitCode = 1
}
