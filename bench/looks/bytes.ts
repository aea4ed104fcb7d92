// The size of the scripts that the login and the till load, as size-limit counts them: compressed, in the language with the longest texts.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { type Figures, say } from './figures.ts'

const ROOT = join(import.meta.dirname, '../..')
/** The greatest sizes, in kB, by the names of the budgets in .size-limit.js. */
const MOST_KB = { login: 115, 'login, shell and till': 190 }

type Budget = { name: string; size: number }

export function bytes(): Figures {
  // size-limit ends with an error code if a budget is exceeded, and answers its figures nevertheless.
  const { stdout, stderr } = spawnSync(join(ROOT, 'node_modules/.bin/size-limit'), ['--json'], { cwd: ROOT, encoding: 'utf8' })
  if (!stdout.startsWith('[')) throw new Error(`size-limit failed: ${stdout}${stderr}`)
  const budgets: Budget[] = JSON.parse(stdout)
  const kB: Record<string, number> = {}
  const targets: Record<string, boolean> = {}
  for (const [name, most] of Object.entries(MOST_KB)) {
    const budget = budgets.find((one) => one.name === name)
    if (!budget) throw new Error(`size-limit has no budget "${name}"`)
    kB[name] = Math.round(budget.size / 100) / 10
    targets[`${name} <= ${most} kB`] = budget.size <= most * 1000
    say(`${name.padEnd(22)} ${kB[name]} kB`)
  }
  return { figures: { kB }, targets }
}
