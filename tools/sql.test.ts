import { expect, test } from 'vitest'
import { COLUMNS_MAX, numbered, tooWide } from './sql.ts'

const PATH = 'server/modules/sales/sales/sales.sql.ts'
const query = (text: string) => ({ path: PATH, text: `q.query(\n  \`${text}\`,\n  { tenant_id },\n)\n` })
/** A line of SQL that is `columns` characters wide. */
const wide = (columns: number) => `where tenant_id = :tenant_id and name = '${'x'.repeat(columns - "where tenant_id = :tenant_id and name = ''".length)}'`

test('a line of SQL that is one column too wide is reported, in code and in files of SQL', () => {
  expect(tooWide([query(`select name from sales\n${wide(COLUMNS_MAX)}`)])).toEqual([])
  expect(tooWide([query(`select name from sales\n${wide(COLUMNS_MAX + 1)}`)])).toEqual([`${PATH}:3: SQL beyond column 120`])
  expect(tooWide([{ path: 'server/money/2-sell.sql', text: `select\n${wide(COLUMNS_MAX + 1)}` }])).toEqual(['server/money/2-sell.sql:2: SQL beyond column 120'])
})

test('the width of a line of SQL in code is counted without the code behind the SQL', () => {
  const line = (before: number) => `${' '.repeat(before)}q.query(\`${wide(100)}\`, { tenant_id, organisation_id, user_id, name })`
  expect(tooWide([{ path: PATH, text: line(7) }])).toEqual([])
  expect(tooWide([{ path: PATH, text: line(20) }])).toEqual([`${PATH}:1: SQL beyond column 120`])
})

test('a part of a query is checked for width too; other texts, migrations and tests are not', () => {
  const part = `const PERIOD = (at: string) => \`\n  ${'x.at >= :from and '.repeat(8)}\``
  expect(tooWide([{ path: PATH, text: part }])).toEqual([`${PATH}:2: SQL beyond column 120`])
  const message = `const text = '${'Select a file from your computer. '.repeat(5)}'`
  expect(tooWide([{ path: 'server/modules/messages/messages/compose.ts', text: message }])).toEqual([])
  const long = `select\n${wide(200)}`
  const left = ['server/migrations/0001-x.sql', 'server/modules/sales/sales/sales.test.ts', 'server/sweeps/crowd.ts']
  expect(tooWide(left.map((path) => ({ path, text: path.endsWith('.sql') ? long : `q.query(\`${long}\`)` })))).toEqual([])
})

test('a parameter with a number instead of a name is reported, also if the file has code besides the SQL', () => {
  expect(numbered([query("select name from sales where tenant_id = :tenant_id and total = '5 $'")])).toEqual([])
  expect(numbered([query('select name from sales\n where tenant_id = $1')])).toEqual([`${PATH}:3: a parameter by number; name it`])
  const elsewhere = { path: 'server/postgres/attempts.ts', text: "q.query('delete from login_attempts where tenant_id = $1', [tenant_id])" }
  expect(numbered([elsewhere])).toEqual(['server/postgres/attempts.ts:1: a parameter by number; name it'])
  const composed = { path: PATH, text: `const columns = names.map((_, i) => \`$\${i + 1}\`)` }
  expect(numbered([composed])).toEqual([`${PATH}:1: a parameter by number; name it`])
})
