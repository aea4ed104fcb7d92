// Reads every statement that our code sends in the tests of the server, once per process, and reports those that Citus would refuse or answer otherwise
// (tools/shapes/rules.ts). The statements are read here and not in the sources, because lists and reports put theirs together from parts.
import { relative } from 'node:path'
import pg from 'pg'
import type { TaskMeta } from 'vitest'
import type { Catalogue } from '../../tools/shapes/catalogue.ts'
import { exceptionIds, idOf } from '../../tools/shapes/exceptions.ts'
import { faultsOf, reasonOf } from '../../tools/shapes/rules.ts'

declare module 'vitest' {
  interface TaskMeta {
    /** The listed exceptions that were sent for the first time in this process. */
    exceptions?: readonly string[]
  }
}

const ROOT = `${new URL('../..', import.meta.url).pathname}`
/** Code that sends statements of others. */
const CARRIERS = /^server\/(postgres\/(pool|transactions|db|replica|activity|list-query|cursors)|test\/sent-statements)\.ts$/
/**
 * Statements of tests are not looked at, nor those that make a cluster or migrate it. Migrations have a check of their own (tools/shapes/migrations.ts).
 */
const NOT_READ = /\.test\.ts$|^(server\/(test|sweeps)|bench|tools)\/|^server\/postgres\/(migrate|distribution)\.ts$/
const FRAME = /\(?(?:file:\/\/)?(\/[^():]+):(\d+):\d+\)?$/gm
/** The frames of a call that reach from the database to the module that asks; the usual limit is ten. */
const DEPTH = 40

const read = new Set<string>()
const exceptions = new Set<string>()
const wrongs: string[] = []
let catalogue: Catalogue | undefined

/** Looks at all statements from now on, with what is known of the database that all worlds are copies of. */
export function lookAtStatements(known: Catalogue): void {
  if (!catalogue) {
    const send = pg.Client.prototype.query as (...args: unknown[]) => unknown
    pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
      const [statement] = args
      const text = typeof statement === 'string' ? statement : (statement as { text?: unknown } | undefined)?.text
      if (typeof text === 'string' && !read.has(text)) look(text)
      return send.apply(this, args)
    } as typeof pg.Client.prototype.query
  }
  catalogue = known
}

function look(text: string): void {
  const sender = senderOf()
  if (!sender || !catalogue || NOT_READ.test(sender.file)) return
  read.add(text)
  for (const fault of faultsOf(text, catalogue)) {
    const id = idOf({ ...fault, place: sender.file })
    if (exceptionIds.has(id)) exceptions.add(id)
    else wrongs.push(`${sender.file}:${sender.line} sends a statement that breaks the rule ${fault.rule} (${fault.detail}). ${reasonOf(fault.rule)}\n${text}`)
  }
}

/** The file of ours whose code sends the statement; undefined for statements of packages. */
function senderOf(): { file: string; line: string } | undefined {
  const limit = Error.stackTraceLimit
  Error.stackTraceLimit = DEPTH
  const stack = new Error().stack ?? ''
  Error.stackTraceLimit = limit
  for (const [, path = '', line = ''] of stack.matchAll(FRAME)) {
    const file = relative(ROOT, path)
    if (!file.startsWith('..') && !file.startsWith('node_modules') && !CARRIERS.test(file)) return { file, line }
  }
  return undefined
}

/** Notes on a test which exceptions it met, and fails it if it sent a statement that breaks a rule. */
export function judge(task: { meta: TaskMeta }): void {
  if (exceptions.size > 0) task.meta.exceptions = [...exceptions]
  exceptions.clear()
  if (wrongs.length > 0) throw new Error(wrongs.splice(0).join('\n\n'))
}
