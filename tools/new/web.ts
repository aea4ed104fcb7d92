// Writes the browser's side of a resource: list, adding, editing, and the views for the sweeps.
import { codesOf, type Field, idOf, nameOf, type Resource, typeOf, valuesOf, writtenAs } from './resource.ts'
import { camel, codeNames, kebab, sentence, snake, spoken } from './words.ts'

/** Returns a line that imports those of the names that the text uses; empty if the text uses none of them. */
const imported = (text: string, names: readonly string[], from: string) => {
  const used = names.filter((name) => new RegExp(`\\b${name}\\b`).test(text))
  return used.length > 0 ? `import { ${used.join(', ')} } from '${from}'\n` : ''
}
const codesImport = (resource: Resource) => {
  const names = codesOf(resource).map((field) => codeNames(resource.row, field.name))
  return names.length > 0 ? `import { ${names.join(', ')} } from '../../../../contract/${resource.wing}/${resource.rows}.ts'\n` : ''
}

/** The key in the catalogue of texts under which the words for a field's codes are. */
const wordsOfField = ({ row }: Resource, { name }: Field) => snake(kebab(codeNames(row, name)))

function inputOf(resource: Resource, field: Field): string {
  const { row } = resource
  const { name, kind, isNeeded } = field
  const type = kind === 'day' ? ' type="date"' : ''
  const options =
    kind === 'code' ? ` options={${codeNames(row, name)}.map((value) => ({ value, label: t(\`${wordsOfField(resource, field)}.\${value}\`) }))}` : ''
  return `      <${writtenAs(resource, field).component} {...fields.${name}}${type}${options}${isNeeded ? ' required' : ''} />`
}

export function fieldsText(resource: Resource): string {
  const { rows, row, fields } = resource
  const inputs = fields.map((field) => inputOf(resource, field)).join('\n')
  const components = ['CountField', 'PercentField', 'SelectField', 'TextField']
  return `// What is asked of a ${spoken(row)}, new or known.
${codesOf(resource).length > 0 ? `import { useTranslations } from 'use-intl'\n` : ''}${codesImport(resource)}import type { Input } from '../../../kit/base/api.ts'
import { FieldGrid } from '../../../kit/form/FormSection.tsx'
${imported(inputs, components, '../../../kit/form/fields.tsx')}${imported(inputs, ['MoneyField'], '../../../kit/form/MoneyField.tsx')}import type { FormOf } from '../../../kit/form/use-call-form.ts'

export const refresh = ['${camel(rows)}List'] as const

export function ${typeOf(resource)}Fields({ fields }: Pick<FormOf<Input<'${camel(row)}Add'>>, 'fields'>) {
${codesOf(resource).length > 0 ? `  const t = useTranslations('words')\n` : ''}  return (
    <FieldGrid>
${inputs}
    </FieldGrid>
  )
}
`
}

export function listText(resource: Resource): string {
  const { rows, row, fields } = resource
  const [one, list, Type, name] = [camel(row), `${camel(rows)}List`, typeOf(resource), nameOf(resource)]
  const codes = codesOf(resource)
  const wordOf = (field: Field) => `word(\`${wordsOfField(resource, field)}.\${code}\`)`
  const columns = fields.map((field) => {
    const more = field.name === name ? `, sort: '${name}'` : ''
    const words = field.kind === 'code' ? `, words: wordsOf(${codeNames(row, field.name)}, (code) => ${wordOf(field)})` : ''
    return `    { key: '${field.name}'${more}${words} },`
  })
  const filters = codes.map(
    (field) =>
      `    { name: '${field.name}', label: nameOf('${field.name}') ?? '', options: ${codeNames(row, field.name)}.map((code) => ({ value: code, label: ${wordOf(field)}, is: code })) },`,
  )
  return `// ${sentence(rows)}. A row opens its form for those who may change it.
import { useTranslations } from 'use-intl'
${codesImport(resource)}import { useUser } from '../../../kit/base/api.ts'
import { can } from '../../../kit/base/can.ts'
import { useFieldNames } from '../../../kit/base/field-names.ts'
import type { ${filters.length > 0 ? 'Filter, ' : ''}Row } from '../../../kit/base/list-state.ts'
import { ListPage } from '../../../kit/list/ListPage.tsx'
import type { Column } from '../../../kit/list/ListTable.tsx'
${filters.length > 0 ? `import { wordsOf } from '../../../kit/list/list-columns.ts'\n` : ''}import { LinkButton } from '../../../kit/page/LinkButton.tsx'

export default function ${Type}List() {
  const word = useTranslations('words')
  const nameOf = useFieldNames()
  const mayChange = can(useUser(), '${one}Update')
  const columns: Column<Row<'${list}'>>[] = [
${columns.join('\n')}
  ]
${filters.length > 0 ? `  const filters: Filter[] = [\n${filters.join('\n')}\n  ]\n` : ''}  return (
    <ListPage
      call="${list}"
      columns={columns}
      rowKey={(row) => row.${idOf(resource)}}
      link={(row) => (mayChange ? \`/${row}/edit/\${row.${idOf(resource)}}\` : undefined)}
${filters.length > 0 ? '      filters={filters}\n' : ''}      searchLabel={nameOf('${name}') ?? ''}
      sort="${name}"
      actions={<AddButton />}
      nothing={{ hint: word('add_the_first'), action: <AddButton /> }}
    />
  )
}

function AddButton() {
  const t = useTranslations('house.screens')
  return can(useUser(), '${one}Add') && <LinkButton to="/${row}/add">{t('${snake(row)}_add')}</LinkButton>
}
`
}

export function addText(resource: Resource): string {
  const { rows, row } = resource
  const Type = typeOf(resource)
  return `// A new ${spoken(row)}.
import { useNavigate } from '../../../kit/router/Pages.tsx'
import { useTranslations } from 'use-intl'
import { CallForm } from '../../../kit/form/CallForm.tsx'
import { useCallForm } from '../../../kit/form/use-call-form.ts'
import { PageTitle } from '../../../kit/page/PageTitle.tsx'
import { ${Type}Fields, refresh } from './${Type}Fields.tsx'

export default function ${Type}Add() {
  const t = useTranslations('house.screens')
  const navigate = useNavigate()
  const form = useCallForm('${camel(row)}Add', { refresh, done: () => navigate('/${rows}/view') })
  return (
    <div className="stack">
      <PageTitle />
      <section className="card">
        <CallForm form={form} submit={t('${snake(row)}_add')}>
          <${Type}Fields fields={form.fields} />
        </CallForm>
      </section>
    </div>
  )
}
`
}

export function editText(resource: Resource): string {
  const { rows, row } = resource
  const [one, Type, id, param] = [camel(row), typeOf(resource), idOf(resource), `${camel(row)}Id`]
  return `// One ${spoken(row)}, to be changed.
import { useQuery } from '@tanstack/react-query'
import { useParams } from '../../../kit/router/Pages.tsx'
import { useTranslations } from 'use-intl'
import { query } from '../../../kit/base/api.ts'
import type { Row } from '../../../kit/base/list-state.ts'
import { CallForm } from '../../../kit/form/CallForm.tsx'
import { useEditForm } from '../../../kit/form/use-call-form.ts'
import { OnePage } from '../../../kit/page/OnePage.tsx'
import { PageTitle } from '../../../kit/page/PageTitle.tsx'
import { ${Type}Fields, refresh } from './${Type}Fields.tsx'

export default function ${Type}Edit() {
  const word = useTranslations('words')
  const { ${param} = '' } = useParams()
  const asked = useQuery(query('${camel(rows)}List', { filters: { ${id}: ${param} } }))
  const missing = { title: word('not_here'), to: '/${rows}/view', label: word('to_the_list') }
  return (
    <OnePage asked={asked} row={({ content }) => content[0]} missing={missing}>
      {(row) => <Edit key={${param}} row={row} />}
    </OnePage>
  )
}

function Edit({ row }: { row: Row<'${camel(rows)}List'> }) {
  const t = useTranslations('house.words')
  const form = useEditForm('${one}Update', row, { refresh })
  return (
    <div className="stack">
      <PageTitle title={row.${nameOf(resource)}} />
      <section className="card">
        <CallForm form={form} submit={t('save')}>
          <${Type}Fields fields={form.fields} />
        </CallForm>
      </section>
    </div>
  )
}
`
}

export function viewsText(resource: Resource): string {
  const { rows, row } = resource
  const [one, id] = [camel(row), idOf(resource)]
  return `// The screens of ${spoken(rows)}, each with content.
import type { Page } from 'playwright-core'
import { beforeTheApp, callsOn } from '../kit/calls.ts'
import { t } from '../kit/texts.ts'

const by = { as: 'nord' }
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).waitFor()

async function made(page: Page) {
  await beforeTheApp(page)
  return callsOn(page).${one}Add({ ${valuesOf(resource, 0)} })
}

async function list(page: Page) {
  await made(page)
  await page.goto('/${rows}/view')
  await page.getByRole('row').nth(1).getByRole('cell').first().waitFor()
}

async function adding(page: Page) {
  await page.goto('/${row}/add')
  await button(page, t('house.screens.${snake(row)}_add'))
}

async function editing(page: Page) {
  const { ${id} } = await made(page)
  await page.goto(\`/${row}/edit/\${${id}}\`)
  await button(page, t('house.words.save'))
}

export const ${one}Views = [
  { name: '/${rows}/view', by, open: list },
  { name: '/${row}/add', by, open: adding },
  { name: '/${row}/edit/$${one}Id', by, open: editing },
]
`
}
