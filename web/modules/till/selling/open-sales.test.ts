import { expect, test } from 'vitest'
import { forgetSale, type OpenSale, openSales, rememberSale } from './open-sales.ts'

function memory(): Storage {
  const items = new Map<string, string>()
  return {
    get length() {
      return items.size
    },
    clear: () => items.clear(),
    getItem: (name) => items.get(name) ?? null,
    key: (i) => [...items.keys()][i] ?? null,
    removeItem: (name) => items.delete(name),
    setItem: (name, text) => items.set(name, text),
  }
}

const sale = (transaction_key: string): OpenSale => ({
  transaction_key,
  configuration_id: 'c',
  product_name: 'Lebara',
  value: 100_000,
  quantity: 1,
  bulk: false,
  sent_at: 1,
})

test('an open sale (one without an answer) is stored per user until its outcome is known', () => {
  const storage = memory()
  rememberSale('karim', sale('k1'), storage)
  rememberSale('karim', sale('k2'), storage)
  expect(openSales('karim', storage)).toEqual([sale('k1'), sale('k2')])
  expect(openSales('camille', storage)).toEqual([])
  forgetSale('karim', 'k1', storage)
  expect(openSales('karim', storage)).toEqual([sale('k2')])
  forgetSale('karim', 'k2', storage)
  expect(storage.length).toBe(0)
})

test('a stored sale that cannot be read does not count as an open sale', () => {
  const storage = memory()
  for (const text of ['{', '[{}]', '"x"']) {
    storage.setItem('open_sales.karim', text)
    expect(openSales('karim', storage)).toEqual([])
  }
})
