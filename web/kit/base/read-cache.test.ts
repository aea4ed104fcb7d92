import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { ReadCache } from './read-cache.ts'

/** Makes a change while a list is loading; returns what the list showed at any time (`looks`) and in the end (`shown`). */
async function shownAfterAChange(cache: QueryClient) {
  let tenant = 'before'
  const answers: (() => void)[] = []
  const observer = new QueryObserver(cache, {
    queryKey: ['list'],
    queryFn: () => {
      const said = tenant
      return new Promise<string>((answer) => answers.push(() => answer(said)))
    },
    retry: false,
  })
  const looks: string[] = []
  const end = observer.subscribe(({ data, error }) => looks.push(String(error ?? data ?? 'loading')))
  tenant = 'after'
  const again = cache.invalidateQueries()
  await expect.poll(() => answers.length).toBeGreaterThan(0)
  // Answers each request as soon as it is made.
  const answering = setInterval(() => answers.splice(0).map((answer) => answer()), 1)
  await again
  clearInterval(answering)
  end()
  return { shown: cache.getQueryData(['list']), looks: [...new Set(looks)] }
}

test('if data changes while a list is loading, the list shows the state after the change, without an error', async () => {
  expect(await shownAfterAChange(new ReadCache())).toEqual({ shown: 'after', looks: ['loading', 'after'] })
})

test('control: with a plain QueryClient a list that is loading when data changes shows the old data', async () => {
  expect(await shownAfterAChange(new QueryClient())).toMatchObject({ shown: 'before' })
})

test('data that is declared out of date is requested again at once; data of other calls is not', async () => {
  const cache = new ReadCache()
  const asked: string[] = []
  const observe = (name: string) =>
    new QueryObserver(cache, { queryKey: [name, {}], queryFn: async () => asked.push(name), staleTime: Number.POSITIVE_INFINITY }).subscribe(() => undefined)
  const ends = [observe('salesList'), observe('balance')]
  await expect.poll(() => cache.isFetching()).toBe(0)
  await cache.invalidateQueries({ queryKey: ['salesList'] })
  for (const end of ends) end()
  expect(asked).toEqual(['salesList', 'balance', 'salesList'])
})
