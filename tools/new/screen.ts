// `npm run new screen`: writes list, adding and editing of a resource as its contract describes them, with texts, test data and views.
import { isCall } from '../../contract/kit/call.ts'
import { rowKinds } from '../../contract/kit/row-kinds.ts'
import { change, dropText, filesIn, has, make, putImport, putInto, putTexts, read } from './house.ts'
import { ownRows } from './own-rows.ts'
import { codesOf, type Field, type FieldKind, type Resource, typeOf } from './resource.ts'
import { addText, editText, fieldsText, listText, viewsText } from './web.ts'
import { camel, codeNames, kebab, sentence, snake, spoken } from './words.ts'

const drawn: readonly string[] = ['text', 'money', 'percent', 'count', 'day', 'code'] satisfies FieldKind[]

/** Returns the names of the menu's groups; each has a file in web/screens. */
export const groups = (): string[] =>
  filesIn('web/screens').flatMap((file) => {
    const group = file.replace('.ts', '')
    return group !== 'own' && read(`web/screens/${file}`).includes(`export const ${group}: readonly Screen[] = [`) ? [group] : []
  })

/** The resource as the contract describes it; undefined if the contract has no list, adding and editing for its rows. */
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

const ICONS = 'web/screens/menu-icons.tsx'
const iconFile = (icon: string) => icon.replace(/(?<=[a-z])(?=[A-Z\d])|(?<=\d)(?=[A-Z])/g, '-').toLowerCase()
export const isIcon = (icon: string): boolean => /^[A-Z]\w*$/.test(icon) && has(`node_modules/lucide-react/dist/esm/icons/${iconFile(icon)}.mjs`)

function putIcon(icon: string): void {
  if (new RegExp(`^import ${icon} `, 'm').test(read(ICONS))) return
  putImport(ICONS, `import ${icon} from 'lucide-react/icons/${iconFile(icon)}'`)
  putInto(ICONS, 'const icons = {', `  ${icon},`)
}

export function newScreen(resource: Resource, group: string, icon: string): void {
  const { wing, rows, row } = resource
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
      `  { path: '${path}', title: '${title}', call: '${call}', area: 'words', view: () => import('../modules/${wing}/${rows}/${view}.tsx'), ${more} },`,
    )
  screen(all, snake(rows), `${camel(rows)}List`, `${Type}List`, `menu: { icon: '${icon}', group: '${group}' }`)
  screen(`/${row}/add`, `${snake(row)}_add`, `${camel(row)}Add`, `${Type}Add`, `parent: '${all}'`)
  screen(`/${row}/edit/$${camel(row)}Id`, snake(row), `${camel(row)}Update`, `${Type}Edit`, `parent: '${all}'`)
  putIcon(icon)
  putImport('e2e/views/views.ts', `import { ${camel(row)}Views } from './${row}-views.ts'`)
  change('e2e/views/views.ts', /(ownShopViews: readonly View\[\] = \[[^\]]*?),?\s*\]/, (found) => `${found}, ...${camel(row)}Views]`)
  nameScreens(resource)
}

const HELP = 'web/screens/help.ts'
const TOPIC = 'own_rows'

/** Adds the screens' titles. The row's name for the audit log is removed, because the log then takes the name that the screen has. */
function nameScreens(resource: Resource): void {
  const { rows, row } = resource
  putTexts('house', [
    [['screens', snake(rows)], sentence(rows)],
    [['screens', `${snake(row)}_add`], `Add ${spoken(row)}`],
    [['screens', snake(row)], sentence(row)],
  ])
  dropText('audit', 'kinds', snake(row))
  const codes = codesOf(resource).map((field) => [snake(kebab(codeNames(row, field.name))), field.codes] as const)
  putTexts('words', [
    [['add_the_first'], ownRows.first],
    [['not_here'], ownRows.missing],
    ...codes.flatMap(([name, known]) => known.map((code) => [[name, code], sentence(code)] as const)),
  ])
  putTexts(
    'help',
    (['what', 'how'] as const).map((part) => [['topics', TOPIC, part], ownRows[part]] as const),
  )
  if (!read(HELP).includes(`  ${TOPIC}: [`)) putInto(HELP, 'export const helped: ', `  ${TOPIC}: [],`)
  const titles = [snake(rows), `${snake(row)}_add`, snake(row)].map((title) => `'${title}'`).join(', ')
  change(HELP, new RegExp(`( {2}${TOPIC}: \\[[^\\]]*)`), (found) => `${found}${found.endsWith('[') ? '' : ', '}${titles}`)
}
