// `npm run new screen`: list, adding and editing of a resource, as its contract says; their texts, lines of data and views.

import { isCall } from '../../contract/kit/call.ts'
import { languages } from '../../contract/kit/languages.ts'
import { rowKinds } from '../../contract/kit/row-kinds.ts'
import { change, filesIn, has, make, putImport, putInto, putTexts, read } from './house.ts'
import { codesOf, type Field, type FieldKind, type Resource, typeOf } from './resource.ts'
import { addText, editText, fieldsText, listText, viewsText } from './web.ts'
import { camel, kebab, pascal, sentence, snake, spoken } from './words.ts'

const drawn: readonly string[] = ['text', 'money', 'percent', 'count', 'day', 'code'] satisfies FieldKind[]

/** The groups of the menu that have a file; what they are called in it. */
export const groups = (): string[] =>
  filesIn('web/screens').flatMap((file) => {
    const group = file.replace('.ts', '')
    return group !== 'own' && read(`web/screens/${file}`).includes(`export const ${group}: readonly Screen[] = [`) ? [group] : []
  })

/** What the contract says of the rows; undefined where they have no list, adding and editing. */
export async function resourceOf(wing: string, rows: string): Promise<Resource | undefined> {
  if (!has(`contract/${wing}/${rows}.ts`)) return undefined
  const exported: Record<string, unknown> = await import(`../../contract/${wing}/${rows}.ts`)
  const one = Object.keys(exported).flatMap((name) => /^(.+)Add$/.exec(name)?.[1] ?? [])[0]
  const [list, add] = [exported[`${camel(rows)}List`], exported[`${one}Add`]]
  if (!one || !isCall(list) || !isCall(add) || !isCall(exported[`${one}Update`])) return undefined
  const kinds = rowKinds(list)
  const shape = add.input.shape as Record<string, { safeDecode?: unknown; _zod: { optin?: string; values?: ReadonlySet<unknown> } }>
  const fields = Object.entries(shape).flatMap(([name, { _zod }]): Field[] => {
    const kind = kinds.get(name) ?? ''
    if (!drawn.includes(kind)) return []
    return [{ name, kind: kind as FieldKind, codes: kind === 'code' ? [...(_zod.values ?? [])].map(String) : [], isNeeded: _zod.optin !== 'optional' }]
  })
  return { wing, rows, row: kebab(one), fields }
}

export function newScreen(resource: Resource, group: string): void {
  const { wing, rows, row, fields } = resource
  const [folder, Type] = [`web/modules/${wing}/${rows}`, typeOf(resource)]
  make(`${folder}/${Type}Fields.tsx`, fieldsText(resource))
  make(`${folder}/${Type}List.tsx`, listText(resource))
  make(`${folder}/${Type}Add.tsx`, addText(resource))
  make(`${folder}/${Type}Edit.tsx`, editText(resource))
  make(`e2e/views/${row}-views.ts`, viewsText(resource))
  const all = `/${rows}/view`
  const screen = (path: string, title: string, call: string, view: string, more: string) =>
    putInto(
      `web/screens/${group}.ts`,
      `export const ${group}: readonly Screen[] = [`,
      `  { path: '${path}', title: '${title}', call: '${call}', area: '${snake(rows)}', view: () => import('../modules/${wing}/${rows}/${view}.tsx'), ${more} },`,
    )
  screen(all, snake(rows), `${camel(rows)}List`, `${Type}List`, `menu: { icon: 'ScrollText', group: '${group}' }`)
  screen(`/${row}/add`, `${snake(row)}_add`, `${camel(row)}Add`, `${Type}Add`, `parent: '${all}'`)
  screen(`/${row}/edit/$${camel(row)}Id`, `${snake(row)}_edit`, `${camel(row)}Update`, `${Type}Edit`, `parent: '${all}'`)
  putImport('e2e/views/views.ts', `import { ${camel(row)}Views } from './${row}-views.ts'`)
  change('e2e/views/views.ts', /(ownShopViews: readonly View\[\] = \[[^\]]*?),?\s*\]/, (found) => `${found}, ...${camel(row)}Views]`)
  putTexts('house', [
    [['screens', snake(rows)], sentence(rows)],
    [['screens', `${snake(row)}_add`], `Add ${spoken(row)}`],
    [['screens', `${snake(row)}_edit`], sentence(row)],
  ])
  putTexts(snake(rows), [
    ...fields.map(({ name }) => [['fields', name], sentence(name)] as const),
    ...codesOf(resource).flatMap(({ name, codes }) => codes.map((code) => [['words', name, code], sentence(code)] as const)),
    [['save'], 'Save'],
    [['nothing'], `No ${spoken(rows)} yet`],
    [['nothing_hint'], 'Add the first one.'],
    [['missing'], `This ${spoken(row)} is not here`],
    [['to_list'], 'To the list'],
  ])
  nameArea(snake(rows), sentence(rows))
}

const CATALOGUE = 'web/i18n/catalogue.ts'
/** English first: it gives the shape. */
const inCatalogue = ['en', ...languages.filter((language) => language !== 'en')].map(pascal)

function nameArea(area: string, about: string): void {
  for (const language of inCatalogue) putImport(CATALOGUE, `import type ${camel(area)}${language} from './${language.toLowerCase()}/${area}.json'`)
  const [english, ...others] = inCatalogue.map((language) => `typeof ${camel(area)}${language}`)
  putInto(CATALOGUE, 'export type Messages = {', `  /** ${about}. */\n  ${area}: Complete<${english}, [${others.join(', ')}]>`)
}
