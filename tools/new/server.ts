// Writes the server's side of a new resource: its queries, its calls and their test.
import { codesOf, idOf, nameOf, type Resource, typeOf, valuesOf, writtenAs } from './resource.ts'
import { camel, pair, sentence, snake, spoken } from './words.ts'

export function sqlText(resource: Resource): string {
  const { wing, rows, row, fields } = resource
  const [table, id, name, Type] = [snake(rows), idOf(resource), nameOf(resource), typeOf(resource)]
  const [a, PARTS, codes] = [table.slice(0, 1), table.toUpperCase(), codesOf(resource).map((field) => field.name)]
  const imports = [
    `import type { InputOf, OutputOf } from '../../../../contract/kit/call.ts'`,
    `import type { ${camel(rows)}List } from '../../../../contract/${wing}/${rows}.ts'`,
  ].sort((one, other) => (one.split(' from ')[1] ?? '').localeCompare(other.split(' from ')[1] ?? ''))
  return `// Queries about ${spoken(rows)}: each organisation sees its own.
${imports.join('\n')}
import type { SignedIn } from '../../../kit/actor.ts'
import type { Query } from '../../../postgres/db.ts'
import { countOf, pageOf } from '../../../postgres/list-query.ts'
import { columnsAndValues } from '../../../postgres/parameters.ts'
import { foldedSql, searchFor } from '../../../postgres/search.ts'

type Input = InputOf<typeof ${camel(rows)}List>
type Row = OutputOf<typeof ${camel(rows)}List>['content'][number]
export type Details = Omit<Row, '${id}'>

const COLUMNS = [${fields.map((field) => `'${field.name}'`).join(', ')}] as const satisfies readonly (keyof Details)[]

const sorts: Record<Input['sort'], string> = { ${name}: 'lower(${a}.${name})', '-${name}': 'lower(${a}.${name}) desc' }

const ${PARTS} = {
  from: '${table} ${a}',
  where: \`${a}.tenant_id = :tenant_id and ${a}.owner_id = :organisation_id
          and (:search::text is null or strpos(\${foldedSql('${a}.${name}')}, :search) > 0)
${[`          and (:${id}::uuid is null or ${a}.id = :${id})`, ...codes.map((code) => `          and (:${code}::text is null or ${a}.${code} = :${code})`)].join('\n')}\`,
}

const parameters = ({ tenant_id, organisation_id }: SignedIn, { search_text, filters }: Input) => ({
  tenant_id,
  organisation_id,
  search: searchFor(search_text),
${[id, ...codes].map((filter) => `  ${filter}: filters.${filter} ?? null,`).join('\n')}
})

export const ${camel(row)}Rows = (q: Query, actor: SignedIn, input: Input) =>
  q.query<Row>(
    pageOf(
      {
        ...${PARTS},
        select: \`${a}.id as ${id}, \${COLUMNS.map((name) => \`${a}.\${name}\`)}\`,
        order: \`\${sorts[input.sort]}, ${a}.id\`,
      },
      parameters(actor, input),
      input,
    ),
  )

export const ${camel(row)}Count = (q: Query, actor: SignedIn, input: Input) => countOf(q, ${PARTS}, parameters(actor, input))

export const add${Type} = (q: Query, { tenant_id, organisation_id }: SignedIn, ${id}: string, details: Details, now: Date) => {
  const row = { tenant_id, id: ${id}, owner_id: organisation_id, ...details, created_at: now }
  return q.query(\`insert into ${table} \${columnsAndValues(Object.keys(row))}\`, row)
}

export const ${camel(row)}ToChange = (q: Query, { tenant_id, organisation_id }: SignedIn, ${id}: string) =>
  q.query<Details>(
    \`select \${COLUMNS} from ${table}
      where tenant_id = :tenant_id and owner_id = :organisation_id and id = :${id}
      for no key update\`,
    { tenant_id, organisation_id, ${id} },
  )

export const change${Type} = (q: Query, { tenant_id, organisation_id }: SignedIn, ${id}: string, details: Details) =>
  q.query(
    \`update ${table} set \${COLUMNS.map((name) => \`\${name} = :\${name}\`)}
      where tenant_id = :tenant_id and owner_id = :organisation_id and id = :${id}\`,
    { tenant_id, organisation_id, ${id}, ...details },
  )
`
}

const inLog: Partial<Record<string, string>> = { money: 'moneyText', percent: 'percentText' }

export function callsText(resource: Resource): string {
  const { rows, row, fields } = resource
  const [id, one, Type] = [idOf(resource), camel(row), typeOf(resource)]
  const texts = [...new Set(fields.flatMap(({ kind }) => inLog[kind] ?? []))].sort()
  const record = fields.map(({ name, kind }) => (inLog[kind] ? `${name}: ${inLog[kind]}(${name})` : name))
  return `// Calls about ${spoken(rows)}.
${texts.length > 0 ? `import { ${texts.join(', ')} } from '../../../../contract/kit/money.ts'\n` : ''}import type { Handlers } from '../../../http/mount.ts'
import type { SignedIn } from '../../../kit/actor.ts'
import { Refusal } from '../../../kit/errors.ts'
import { newId } from '../../../kit/ids.ts'
import { listed } from '../../../postgres/row-pages.ts'
import { add${Type}, change${Type}, type Details, ${one}Count, ${one}Rows, ${one}ToChange } from './${rows}.sql.ts'

const subjectOf = (id: string, { ${nameOf(resource)} }: Details, { organisation_id }: SignedIn) => ({ kind: '${snake(row)}', id, ${pair('name', nameOf(resource))}, organisation_id })

/** The audit record of a ${spoken(row)}. */
const recordOf = ({ ${fields.map(({ name }) => name).join(', ')} }: Details) => ({ ${record.join(', ')} })

export const ${camel(rows)}: Pick<Handlers, '${camel(rows)}List' | '${one}Add' | '${one}Update'> = {
  ${camel(rows)}List: async (input, { actor, db }) =>
    db.list(actor, async (q) => listed(input, await ${one}Rows(q, actor, input), await ${one}Count(q, actor, input))),

  ${one}Add: async (details, { actor, db, now, audit }) => {
    const ${id} = newId()
    await db.write(actor.tenant_id, async (q) => {
      await add${Type}(q, actor, ${id}, details, now())
      await audit({ subject: subjectOf(${id}, details, actor), after: recordOf(details) }, q)
    })
    return { ${id} }
  },

  ${one}Update: async ({ ${id}, ...given }, { actor, db, audit }) => {
    await db.write(actor.tenant_id, async (q) => {
      const [before] = await ${one}ToChange(q, actor, ${id})
      if (!before) throw new Refusal('not_found')
      const after = { ...before, ...given }
      await change${Type}(q, actor, ${id}, after)
      await audit({ subject: subjectOf(${id}, after, actor), before: recordOf(before), after: recordOf(after) }, q)
    })
    return {}
  },
}
`
}

/** A value of the first or second sample as shown in the audit log. */
const logged = (resource: Resource, at: number, which: 0 | 1): string => {
  const field = resource.fields[at]
  if (!field) return ''
  const value = writtenAs(resource, field).values[which]
  return `${field.name}: ${inLog[field.kind] ? `${inLog[field.kind]}(${value})` : value}`
}

export function testText(resource: Resource): string {
  const { rows, row, fields } = resource
  const [id, name, one, list] = [idOf(resource), nameOf(resource), camel(row), `${camel(rows)}List`]
  const wire = fields
    .slice(1)
    .map((field) => `${field.name}: '${writtenAs(resource, field).wire}'`)
    .join(', ')
  const recorded = (which: 0 | 1) => fields.map((_, at) => logged(resource, at, which)).join(', ')
  const texts = [...new Set(fields.flatMap(({ kind }) => inLog[kind] ?? []))].sort()
  const filters = codesOf(resource).map((field) => {
    const [first, second] = writtenAs(resource, field).values
    return `  expect((await nord.calls.${list}({ filters: { ${id}, ${field.name}: ${first} } })).filters.total_count).toBe(1)
  expect((await nord.calls.${list}({ filters: { ${id}, ${field.name}: ${second} } })).filters.total_count).toBe(0)`
  })
  return `// ${sentence(rows)}: whose they are, how they are found, what a change says.
import { expect, test } from 'vitest'
${texts.length > 0 ? `import { ${texts.join(', ')} } from '../../../../contract/kit/money.ts'\n` : ''}import { newId } from '../../../kit/ids.ts'
import { rowsOf } from '../../../test/arrange.ts'
import { fileWorld } from '../../../test/world.ts'

const w = await fileWorld()
const nord = await w.signIn('nord')

const first = { ${valuesOf(resource, 0)} } as const
const second = { ${valuesOf(resource, 1)} } as const
const one = async (${id}: string) => (await nord.calls.${list}({ filters: { ${id} } })).content[0]
const logged = async (action: string) =>
  (await rowsOf<{ before: object; after: object }>(w, 'select before, after from audit where action = $1 order by id desc limit 1', [action]))[0]
/** Sends a request without the typed client, which would refuse it itself. */
const posted = async (path: string, body: object) =>
  (await w.fetch(path, { method: 'POST', headers: { ...nord.headers, 'content-type': 'application/json' }, body: JSON.stringify(body) })).json()

test('a new ${spoken(row)} is in the list as it was given, is found by its ${spoken(name)}, and is in the log', async () => {
  const { ${id} } = await nord.calls.${one}Add({ ...first, ${name}: 'Éclair' })
  expect(await one(${id})).toEqual({ ${id}, ...first, ${name}: 'Éclair' })
  expect((await nord.calls.${list}({ search_text: 'eclair' })).content.map((row) => row.${id})).toEqual([${id}])
  expect((await nord.calls.${list}({ search_text: 'nowhere' })).content).toEqual([])
  expect((await logged('${one}Add'))?.after).toMatchObject({ ${name}: 'Éclair' })
${filters.join('\n')}
})

test('the log of a change has only the changed fields, before and after; a field that is not sent stays as it was', async () => {
  const { ${id} } = await nord.calls.${one}Add(first)
  await nord.calls.${one}Update({ ${id}, ${name}: second.${name} })
  expect(await one(${id})).toEqual({ ${id}, ...first, ${name}: second.${name} })
  expect(await logged('${one}Update')).toEqual({ before: { ${name}: first.${name} }, after: { ${name}: second.${name} } })
  await nord.calls.${one}Update({ ${id}, ...first })
  await nord.calls.${one}Update({ ${id}, ...second })
  expect(await one(${id})).toEqual({ ${id}, ...second })
  expect(await logged('${one}Update')).toEqual({ before: { ${recorded(0)} }, after: { ${recorded(1)} } })
})

test('a ${spoken(name)} that is blank or too long is named at its field, and nothing is added or changed', async () => {
  const { ${id} } = await nord.calls.${one}Add(first)
  const before = (await nord.calls.${list}({})).filters.total_count
  const refused = { code: 'invalid_input', problems: [{ field: '${name}' }] }
  expect(await posted('/api/add_${snake(row)}/', { ${[wire, `${name}: ' '`].filter(Boolean).join(', ')} })).toMatchObject(refused)
  expect(await posted('/api/edit_${snake(row)}/', { ${id}, ${name}: 'x'.repeat(1_000) })).toMatchObject(refused)
  expect((await nord.calls.${list}({})).filters.total_count).toBe(before)
  expect(await one(${id})).toEqual({ ${id}, ...first })
})

test('${spoken(rows)} are each organisation’s own', async () => {
  const { ${id} } = await nord.calls.${one}Add(first)
  for (const stranger of [await w.signIn('sud'), await w.signIn('rhein', { host: 'rhein.localhost' })]) {
    expect((await stranger.calls.${list}({})).content.map((row) => row.${id})).not.toContain(${id})
    await expect(stranger.calls.${one}Update({ ${id}, ...second })).rejects.toMatchObject({ code: 'not_found' })
  }
  expect(await one(${id})).toEqual({ ${id}, ...first })
  await expect(nord.calls.${one}Update({ ${id}: newId(), ...second })).rejects.toMatchObject({ code: 'not_found' })
})
`
}
