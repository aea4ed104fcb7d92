// The check reports a name that does not say what it holds, and does not report a noun that only ends like a participle.
import { expect, test } from 'vitest'
import { emptyNames } from './names.ts'

const named = (path: string, text = '') => emptyNames([{ path, text }])

test('a file whose name is only a participle or a preposition is reported', () => {
  for (const path of ['server/modules/goods/prices/changing.ts', 'server/postgres/counted.sql.ts', 'web/shell/use-found.ts', 'server/postgres/below.ts'])
    expect(named(path)).toEqual([`${path}: a file is named by a noun`])
})

test('a file whose name is a noun is not reported, even if the noun ends like a participle', () => {
  for (const path of ['server/modules/till/selling/selling.calls.ts', 'server/suppliers/sealed-order.ts', 'web/kit/base/api.ts', 'server/money/5-billing.sql'])
    expect(named(path)).toEqual([])
})

test('a type named by a participle alone is reported', () => {
  expect(named('server/a.ts', 'export type Asked = { page: number }\ntype PageInput = Asked')).toEqual(['server/a.ts: Asked says nothing of what it holds'])
})
