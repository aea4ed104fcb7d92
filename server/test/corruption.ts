// Corruptions of the books: paragraphs of SQL headed `-- the change → the finding`, run as the owner of the tables and rolled back.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Finding } from '../money/checks/proof.ts'
import type { World } from './world.ts'

export type Corruption = { name: string; finds: string; sql: string }

/** All corruptions in the files of a folder beside this file. */
export const corruptionsIn = (folder: string): Corruption[] =>
  readdirSync(join(import.meta.dirname, folder))
    .flatMap((file) => readFileSync(join(import.meta.dirname, folder, file), 'utf8').split('\n\n'))
    .flatMap((part) => {
      const [, name, finds, sql] = part.match(/^-- (.*) → (\w+)\n([\s\S]*)$/) ?? []
      return name && finds && sql ? [{ name, finds, sql }] : []
    })

/** The SQL with the ids of the test's rows in place of `:name`. */
export const inserted = (sql: string, rows: Readonly<Record<string, string | number>>) =>
  sql.replace(/(?<!:):([a-z]+)\b/g, (_, name: string) => (typeof rows[name] === 'number' ? String(rows[name]) : `'${rows[name]}'`))

/** Changes the world by `sql`, runs the check and undoes the change; returns the check's findings, and the number of rows that the last statement changed. */
export async function findingsAfter(w: World, sql: string, check = 'select * from check_money(1)'): Promise<{ changed: number; findings: Finding[] }> {
  const client = await w.owner.connect()
  try {
    await client.query(`begin; set local app.tenant = '1'`)
    const results = [await client.query(sql)].flat()
    const findings = (await client.query<Finding>(check)).rows.filter(({ wrong }) => wrong > 0)
    return { changed: results.at(-1)?.rowCount ?? 0, findings }
  } finally {
    await client.query('rollback')
    client.release()
  }
}
