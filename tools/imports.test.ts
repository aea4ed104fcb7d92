// Tests the rules about imports: each rule is broken in a small copy of the repository.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { roomCircles, wrongImports } from './imports.ts'

/** Returns the wrong imports in a repository with these files. */
async function wrongIn(files: Record<string, string>): Promise<string[]> {
  const root = mkdtempSync(join(tmpdir(), 'portal-imports-'))
  try {
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(root, path)), { recursive: true })
      writeFileSync(join(root, path), text)
    }
    return (await wrongImports(root, ['server', 'web'])).wrong
  } finally {
    rmSync(root, { recursive: true, force: true })
  }
}

const house = {
  'server/app.ts': "import './modules/sales/reports/reports.ts'",
  'server/postgres/db.ts': 'export type Db = 1\nexport const db = 1',
  'server/modules/goods/stock/stock.ts': "import type { Db } from '../../../postgres/db.ts'\nexport const stock: Db = 1",
  'server/modules/goods/stock/stock.sql.ts': 'export const rows = 1',
  'server/modules/goods/pools/pools.ts': "import { stock } from '../stock/stock.ts'\nexport const pools = stock",
  'server/modules/sales/reports/reports.ts': "import { stock } from '../../goods/stock/stock.ts'\nexport const reports = stock",
  'web/shell/Shell.tsx': "import { screens } from '../screens/screens.ts'\nexport const Shell = screens",
  'web/screens/screens.ts': "export const screens = [() => import('../modules/sales/reports/Reports.tsx')]",
  'web/modules/sales/reports/Reports.tsx': "import { title } from '../../../screens/title.ts'\nexport const Reports = title",
  'web/modules/goods/stock/Stock.tsx': "export const Stock = () => import('../../sales/reports/Reports.tsx')",
  'web/screens/title.ts': 'export const title = 1',
}

test('the check of imports accepts a screen loaded by its path and a dialog of a later wing (group of modules) that is loaded on opening', async () => {
  expect(await wrongIn(house)).toEqual([])
})

test('two modules that import each other are reported as a circle, even if the import is only for a type or leads through other files', async () => {
  const back = { ...house, 'server/modules/goods/stock/low-stock.ts': "import type { pools } from '../pools/pools.ts'\nexport type Low = typeof pools" }
  expect(await wrongIn(back)).toEqual(['rooms in a circle: server/modules/goods/pools → server/modules/goods/stock → server/modules/goods/pools'])
})

test('a module that imports the shell, or another module’s queries, is reported with the imported file', async () => {
  const shell = { ...house, 'web/modules/sales/reports/Menu.tsx': "import { Shell } from '../../../shell/Shell.tsx'\nexport const Menu = Shell" }
  expect(await wrongIn(shell)).toEqual(['a module does not know the shell: web/modules/sales/reports/Menu.tsx → web/shell/Shell.tsx'])
  const queries = { ...house, 'server/modules/goods/pools/low.ts': "import { rows } from '../stock/stock.sql.ts'\nexport const low = rows" }
  expect(await wrongIn(queries)).toEqual(['a module is entered by its front door: server/modules/goods/pools/low.ts → server/modules/goods/stock/stock.sql.ts'])
  const list = { ...house, 'web/modules/sales/sales/List.tsx': "import { Reports } from '../reports/Reports.tsx'\nexport const List = Reports" }
  expect(await wrongIn(list)).toEqual([
    'a module of the web is entered by its front door: web/modules/sales/sales/List.tsx → web/modules/sales/reports/Reports.tsx',
  ])
  const open = { ...list, 'web/modules/sales/reports/reports.ts': "export { Reports } from './Reports.tsx'" }
  expect(
    await wrongIn({ ...open, 'web/modules/sales/sales/List.tsx': "import { Reports } from '../reports/reports.ts'\nexport const List = Reports" }),
  ).toEqual([])
})

test('a module that imports a module of a later wing (group of modules) is reported, on the server and in the browser', async () => {
  const late = { ...house, 'server/modules/goods/prices/prices.ts': "import { reports } from '../../sales/reports/reports.ts'\nexport const prices = reports" }
  expect(await wrongIn(late)).toEqual(['goods knows no wing behind it: server/modules/goods/prices/prices.ts → server/modules/sales/reports/reports.ts'])
  const early = { ...house, 'web/modules/goods/stock/Early.tsx': "import { Reports } from '../../sales/reports/Reports.tsx'\nexport const Early = Reports" }
  expect(await wrongIn(early)).toContain('goods knows no wing behind it: web/modules/goods/stock/Early.tsx → web/modules/sales/reports/Reports.tsx')
})

test('a circle of imports through three modules is reported once, with its path', () => {
  const imports = [
    { from: 'web/a/1.ts', to: 'web/b/1.ts' },
    { from: 'web/b/2.ts', to: 'web/modules/goods/c/1.ts' },
    { from: 'web/modules/goods/c/2.ts', to: 'web/a/2.ts' },
    { from: 'web/modules/goods/d/1.ts', to: 'web/modules/goods/c/1.ts' },
  ]
  expect(roomCircles(imports)).toEqual(['web/a → web/b → web/modules/goods/c → web/a'])
})
