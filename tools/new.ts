// Makes a table that an organisation keeps for itself, with list, adding and editing, in two commands (AGENTS.md, A new table):
// `npm run new call goods/holidays holiday name:text budget:money day:day kind:public,school` makes the server's side,
// `npm run new screen goods/holidays catalogue` makes the browser's side, as the contract describes the table by then.
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { newCall } from './new/call.ts'
import { has, touched } from './new/house.ts'
import { fieldFrom } from './new/resource.ts'
import { groups, isIcon, newScreen, resourceOf } from './new/screen.ts'
import { WINGS } from './wings.ts'

const root = join(import.meta.dirname, '..')
/** Columns that the command makes in every table, so fields may not have their names. */
const OF_EVERY_TABLE = ['tenant_id', 'id', 'owner_id', 'created_at']
const NAME = /^[a-z]+(-[a-z]+)*$/
const [what, place = '', ...more] = process.argv.slice(2)
const [wing = '', rows = ''] = place.split('/')

const isPlace = (WINGS as readonly string[]).includes(wing) && NAME.test(rows) && place === `${wing}/${rows}`

const usage =
  () => `usage: npm run new call <wing>/<rows> <row> <name>:text <field>:<kind> …   e.g. new call goods/holidays holiday name:text day:day kind:public,school
         kind: text, money, percent, count, day, or the codes it may have; the first field names a row
       npm run new screen <wing>/<rows> <group> [<icon>]                 e.g. new screen goods/holidays catalogue CalendarDays
         group of the menu: ${groups().join(', ')}; icon: a name of lucide.dev
         wing: ${WINGS.join(', ')}
`

/** Runs the command; returns the text of the steps that are left to do, or undefined if the command is not understood. */
async function run(): Promise<string | undefined> {
  if (what === 'call') {
    const [row = '', ...said] = more
    const fields = said.flatMap((text) => fieldFrom(text) ?? [])
    const names = new Set(fields.map(({ name }) => name))
    const isOwn = names.size === said.length && !OF_EVERY_TABLE.some((name) => names.has(name)) && !names.has(`${row.replaceAll('-', '_')}_id`)
    const isClear = isPlace && NAME.test(row) && rows !== row && isOwn && fields[0]?.kind === 'text'
    if (!isClear || has(`contract/${wing}/${rows}.ts`)) return undefined
    newCall({ wing, rows, row, fields })
    return `Now: who may, and the bounds of its fields, in contract/${place}.ts; the blank texts in web/i18n/*/audit.json and fields.json.`
  }
  const resource = what === 'screen' && isPlace ? await resourceOf(wing, rows) : undefined
  const [group = '', icon = 'ScrollText'] = more
  if (!resource || !groups().includes(group) || !isIcon(icon)) return undefined
  newScreen(resource, group, icon)
  return 'Now: the blank texts in web/i18n; npm run generate.'
}

const left = await run()
if (left === undefined) {
  process.stderr.write(usage())
  process.exitCode = 1
} else {
  const formatted = [...touched].filter((file) => !file.endsWith('.sql'))
  const biome = join(root, 'node_modules/@biomejs/biome/bin/biome')
  execFileSync(process.execPath, [biome, 'check', '--write', '--vcs-enabled=false', ...formatted], { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] })
  process.stdout.write(`${[...touched].sort().join('\n')}\n\n${left}\n`)
}
