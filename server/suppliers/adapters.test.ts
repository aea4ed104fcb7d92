// Checks that each adapter, once opened, can do what the contract says of it.
import { expect, test } from 'vitest'
import { adapters as abilities, adapterNames } from '../../contract/kit/adapters.ts'
import { type Adapter, credentialsFrom, openAdapter, settingsFrom } from './adapters.ts'

/** Settings without which an adapter cannot be opened. The test sends no supplier a request. */
const settings: Partial<Record<Adapter, string>> = { reloadly: '{"audience":"https://topups","sign_in_url":"http://127.0.0.1:9/sign-in"}' }
const words = { account: 'somebody@example.com', secret: 'secret', token: 'token' }

const to = {
  base: new URL('http://127.0.0.1:9/'),
  baseAt: (text: string) => new URL(text),
  now: () => new Date(0),
  rateOf: () => '1',
  onExchange: () => undefined,
}

test.each(adapterNames)('the adapter %s sells the kind of goods and gives the kind of statements that the contract names for it', async (name) => {
  const opened = openAdapter(name, to, credentialsFrom(name, words), settingsFrom(name, settings[name] ?? ''))
  try {
    const { sells, catalogue, statement } = abilities[name]
    expect(opened.kind).toBe(sells)
    expect(opened.kind !== 'trips').toBe(catalogue)
    const way = opened.kind === 'trips' ? 'none' : opened.supplier.statementIn ? 'file' : 'asked'
    expect(way).toBe(statement)
  } finally {
    await opened.close()
  }
})
