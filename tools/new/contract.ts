// Writes the contract of a new resource, and its table.
import { codesOf, idOf, nameOf, type Resource, typeOf, writtenAs } from './resource.ts'
import { camel, codeNames, pair, sentence, snake, spoken } from './words.ts'

/** Returns those of the names that the text uses, joined by commas for an import. */
const used = (text: string, names: readonly string[]) => names.filter((name) => new RegExp(`(?<!\\w|(?<!\\.)\\.)${name}\\b(?!: )`).test(text)).join(', ')

export function contractText(resource: Resource): string {
  const { rows, row, fields } = resource
  const [one, id, name] = [camel(row), idOf(resource), nameOf(resource)]
  const codes = codesOf(resource)
  const body = `
${codes.map((field) => `export const ${codeNames(row, field.name)} = [${field.codes.map((code) => `'${code}'`).join(', ')}] as const`).join('\n')}

/** Admits a reseller's managers. */
const access = { roles: ['reseller'], managers: true } as const

const fields = {
${fields.map((field) => `  ${field.name}: ${writtenAs(resource, field).input},`).join('\n')}
}

const ${typeOf(resource)} = z.object({
  ${id}: z.string(),
${fields.map((field) => `  ${pair(field.name, writtenAs(resource, field).output)},`).join('\n')}
})

export const ${camel(rows)}List = call({
  path: '/view_${snake(rows)}/',
  summary: '${sentence(rows)} of the own organisation, by ${spoken(name)} (a call of our own)',
  access,
  input: z.object({
    ...paging(50),
    filters: field.filters({ ${[`${id}: z.optional(field.id())`, ...codes.map((code) => `${code.name}: z.optional(fields.${code.name})`)].join(', ')} }),
    search_text: field.search(),
    sort: z._default(field.oneOf(['${name}', '-${name}']), '${name}'),
  }),
  output: listOf(${typeOf(resource)}),
})

export const ${one}Add = call({
  path: '/add_${snake(row)}/',
  summary: 'A new ${spoken(row)} (a call of our own)',
  access,
  input: z.object(fields),
  output: z.object({ ${id}: z.string() }),
  changes: true,
})

export const ${one}Update = call({
  path: '/edit_${snake(row)}/',
  summary: 'Changes a ${spoken(row)}; what is not named stays (a call of our own)',
  access,
  input: z.object({ ${id}: field.id(), ...z.partial(z.object(fields)).shape }),
  output: z.object({}),
  errors: ['not_found'],
  changes: true,
})
`
  const imported = used(body, ['day', 'field', 'money', 'paging', 'percent'])
  return `// ${sentence(rows)} that an organisation keeps for itself.
import * as z from 'zod/mini'
import { call } from '../kit/call.ts'
import { ${imported} } from '../kit/field.ts'
import { listOf } from '../kit/rows.ts'
${body}`
}

const MONEY = '                      -- ten-thousandths of a euro, as all money'
const PERCENT = '                         -- hundredths of a percent'

export function migrationText(resource: Resource): string {
  const table = snake(resource.rows)
  const remarks: Partial<Record<string, string>> = { money: MONEY, percent: PERCENT }
  const columns = resource.fields.map((field) => `  ${field.name} ${writtenAs(resource, field).column},${remarks[field.kind] ?? ''}`)
  const checks = resource.fields.flatMap(({ name, kind, codes }) => {
    const check = (rule: string) => [`  constraint ${table}_${name} check (${rule}),`]
    if (kind === 'money') return check(`${name} between 0 and 10000000000000`)
    if (kind === 'percent') return check(`${name} between 0 and 10000`)
    return kind === 'code' ? check(`${name} in (${codes.map((code) => `'${code}'`).join(', ')})`) : []
  })
  return `-- ${sentence(resource.rows)}: each organisation has its own.

create table ${table} (
  tenant_id int not null,
  id uuid not null,
  owner_id uuid not null,
${columns.join('\n')}
  created_at timestamptz not null,
  primary key (tenant_id, id),
${[...checks, ''].join('\n')}  constraint ${table}_owner foreign key (tenant_id, owner_id) references organisations (tenant_id, id));
select place('${table}', 'tenant');
select guard('${table}');
create index ${table}_of_owner on ${table} (tenant_id, owner_id);
grant select, insert, update on ${table} to portal_app;
`
}
