// `npm run new call`: contract, table, server and test of a new resource, and its rows in the sweeps' tables.
import { nameAmong } from '../../web/kit/base/field-names.ts'
import { contractText, migrationText } from './contract.ts'
import { change, fieldNames, filesIn, make, putImport, putInto, putTexts, read } from './house.ts'
import { idOf, nameOf, type Resource, valuesOf, writtenAs } from './resource.ts'
import { callsText, sqlText, testText } from './server.ts'
import { camel, sentence, snake } from './words.ts'

export function newCall(resource: Resource): void {
  const { wing, rows } = resource
  make(`contract/${wing}/${rows}.ts`, contractText(resource))
  make(`server/migrations/${nextNumber()}-${rows}.sql`, migrationText(resource))
  make(`server/modules/${wing}/${rows}/${rows}.sql.ts`, sqlText(resource))
  make(`server/modules/${wing}/${rows}/${rows}.calls.ts`, callsText(resource))
  make(`server/modules/${wing}/${rows}/${rows}.test.ts`, testText(resource))
  putImport('contract/index.ts', `import * as ${camel(rows)} from './${wing}/${rows}.ts'`)
  putInto('contract/index.ts', 'const exported = {', `  ...${camel(rows)},`)
  putImport('server/handlers.ts', `import { ${camel(rows)} } from './modules/${wing}/${rows}/${rows}.calls.ts'`)
  putInto('server/handlers.ts', 'export const handlers: Handlers = {', `  ...${camel(rows)},`)
  // A list of two columns at most is not worth an export to a file.
  if (resource.fields.length > 2) putInto('contract/papers/exports.ts', 'export const exportable = [', `  '${camel(rows)}List',`)
  sweep(resource)
  nameInLog(resource)
}

function nextNumber(): string {
  const numbers = filesIn('server/migrations').map((file) => Number(file.slice(0, 4)))
  return String(Math.max(...numbers) + 1).padStart(4, '0')
}

const FOLDER = 'server/sweeps'
const SAMPLES = `${FOLDER}/shop-samples.ts`
const LIFE = `${FOLDER}/shop-life.ts`

/**
 * Writes test data for the sweeps over all calls: an id of the tenant's own, an id of another tenant, a value for each field, one successful use of each
 * changing call.
 */
function sweep(resource: Resource): void {
  const { rows, row, fields } = resource
  const [one, id, table] = [camel(row), idOf(resource), snake(rows)]
  putInto(`${FOLDER}/ids.ts`, 'export type Ids = {', `  ${id}: string`)
  putInto(`${FOLDER}/samples.ts`, '  const id = () => newId()', `    ${id}: id(),`)
  change(LIFE, /(type ShopIds = Pick<\s*Ids,[^>]*?)\s*>/, (found) => `${found} | '${id}'>`)
  const values = fields.map((field) => writtenAs(resource, field).values[0].replace(/(?<=\d)_(?=\d)/g, ''))
  change(
    LIFE,
    /\n {2}return \{\s*(?=[\w,\s]+\bdiscount_plan_id)/,
    () => `
  const ${id} = newId()
  await put(
    \`insert into ${table} (tenant_id, id, owner_id, ${fields.map(({ name }) => name).join(', ')}, created_at)
     values ($1, $2, $3, ${values.join(', ')}, now())\`,
    ...[${id}, reseller_id],
  )
  return { ${id}, `,
  )
  const names = new Set([...`${read(`${FOLDER}/samples.ts`)}${read(SAMPLES)}`.matchAll(/^ {2}(\w+):/gm)].map(([, name]) => name))
  const sample = (wanted: boolean) =>
    fields.filter(({ name }) => names.has(name) === wanted).map((field) => `${field.name}: '${writtenAs(resource, field).wire}'`)
  if (sample(false).length > 0) putInto(SAMPLES, 'export const shopSamples =', `  ${sample(false).join(',\n  ')},`)
  if (sample(true).length > 0)
    for (const call of [`${one}Add`, `${one}Update`])
      putInto(SAMPLES, 'export const shopSamplesOfCall =', `  [calls.${call}.path]: { ${sample(true).join(', ')} },`)
  change(`${FOLDER}/leaks.test.ts`, /(const fields = \[[^\]]*?),?\s*\] as const/, (found) => `${found}, '${id}'] as const`)
  putInto(`${FOLDER}/leaks.test.ts`, '  for (const [table, id] of [', `    ['${table}', foreign.${id}],`)
  putInto(
    `${FOLDER}/audit-shop.ts`,
    'const catalogue = {',
    `  ${one}Add: as('nord', async (me) => () => me.calls.${one}Add({ ${valuesOf(resource, 0)} })),
  ${one}Update: as('nord', async (me) => {
    const { ${id} } = await me.calls.${one}Add({ ${valuesOf(resource, 0)} })
    return () => me.calls.${one}Update({ ${id}, ${nameOf(resource)}: 'Second' })
  }),`,
  )
}

const READING = 'web/modules/people/audit/use-log-values.ts'

/** Adds to the audit log's texts the names of the resource's changes and fields, and how the log shows its amounts and percentages. */
function nameInLog({ row, fields }: Resource): void {
  putTexts('audit', [
    [['actions', `${camel(row)}Add`], `${sentence(row)} added`],
    [['actions', `${camel(row)}Update`], `${sentence(row)} changed`],
    [['kinds', snake(row)], sentence(row)],
  ])
  const named = fieldNames()
  const nameless = fields.filter(({ name }) => nameAmong(named, name) === undefined)
  putTexts(
    'fields',
    nameless.map(({ name }) => [[name], sentence(name)]),
  )
  for (const { name, kind } of fields) {
    const list = kind === 'money' ? 'AMOUNTS' : kind === 'percent' ? 'PERCENTS' : undefined
    if (list && !new RegExp(`${list} = [^\\]]*'${name}'`).test(read(READING)))
      change(READING, new RegExp(`(const ${list} = \\[[^\\]]*)\\]`), (found) => `${found}, '${name}']`)
  }
}
