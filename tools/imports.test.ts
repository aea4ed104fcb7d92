// The rules of who imports whom, each broken in a small copy of the house.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { roomCircles, wrongImports } from './imports.ts'

/** What is wrong with a repository of these files. */
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
  'server/app.ts': "import './modules/sales/sales.ts'",
  'server/postgres/db.ts': 'export type Db = 1\nexport const db = 1',
  'server/modules/sales/sales/sales.ts': "import type { Db } from '../../kit/db.ts'\nexport const sales: Db = 1",
  'server/modules/sales/sales/sales.sql.ts': 'export const rows = 1',
  'server/modules/goods/stock/stock.ts': "import { sales } from '../sales/sales.ts'\nexport const stock = sales",
  'web/shell/Shell.tsx': "import { screens } from '../screens/screens.ts'\nexport const Shell = screens",
  'web/screens/screens.ts': "export const screens = [() => import('../modules/sales/Sales.tsx')]",
  'web/modules/sales/sales/Sales.tsx': "import { title } from '../../screens/title.ts'\nexport const Sales = title",
  'web/screens/title.ts': 'export const title = 1',
}

test('a house in order has nothing wrong, though a screen is loaded by its path', async () => {
  expect(await wrongIn(house)).toEqual([])
})

test('two rooms that import each other are a circle, even if it is only for a type and through other files', async () => {
  const back = { ...house, 'server/modules/sales/sales/low.ts': "import type { stock } from '../stock/stock.ts'\nexport type Low = typeof stock" }
  expect(await wrongIn(back)).toEqual(['rooms in a circle: server/modules/sales → server/modules/stock → server/modules/sales'])
})

test('a module that imports the shell, or another module’s queries, is named with the file it wants', async () => {
  const shell = { ...house, 'web/modules/sales/sales/Menu.tsx': "import { Shell } from '../../shell/Shell.tsx'\nexport const Menu = Shell" }
  expect(await wrongIn(shell)).toEqual(['a module does not know the shell: web/modules/sales/sales/Menu.tsx → web/shell/Shell.tsx'])
  const queries = { ...house, 'server/modules/goods/stock/low.ts': "import { rows } from '../sales/sales.sql.ts'\nexport const low = rows" }
  expect(await wrongIn(queries)).toEqual(['a module is entered by its front door: server/modules/goods/stock/low.ts → server/modules/sales/sales/sales.sql.ts'])
})

test('a circle of three rooms is told once, by the way around', () => {
  const imports = [
    { from: 'web/a/1.ts', to: 'web/b/1.ts' },
    { from: 'web/b/2.ts', to: 'web/modules/c/1.ts' },
    { from: 'web/modules/c/2.ts', to: 'web/a/2.ts' },
    { from: 'web/modules/d/1.ts', to: 'web/modules/c/1.ts' },
  ]
  expect(roomCircles(imports)).toEqual(['web/a → web/b → web/modules/c → web/a'])
})
