// Tests the search in several lists: one request at a time, a time limit for each, and no answer to an older text after an answer to a newer one.
import { expect, test } from 'vitest'
import type { Item } from './palette.ts'
import { type SearchResults, type Source, searchAll } from './search-all.ts'

const item = (label: string): Item => ({ id: label, label, to: '/' })
const never = new AbortController().signal
const lists = ({ groups }: SearchResults) => groups.map(({ name, items }) => `${name} ${items.map(({ label }) => label).join()}`)

/** Makes a source that answers when the test says so. */
function byHand(name: string) {
  let end: (items: readonly Item[]) => void = () => undefined
  let fail: (error: Error) => void = () => undefined
  const state = { asked: 0, answer: (label: string) => end([item(label)]), fail: () => fail(new Error('no')) }
  const source: Source = {
    name,
    ask: () => {
      state.asked += 1
      return new Promise((resolve, reject) => {
        end = resolve
        fail = reject
      })
    },
  }
  return { source, state }
}

test('the second list is asked after the first has answered, and each answer is shown as soon as it comes', async () => {
  const [one, two] = [byHand('one'), byHand('two')]
  const shown: SearchResults[] = []
  const done = searchAll([one.source, two.source], (found) => shown.push(found), never)
  expect([one.state.asked, two.state.asked]).toEqual([1, 0])
  one.state.answer('a')
  await expect.poll(() => two.state.asked).toBe(1)
  expect(shown.map(lists)).toEqual([['one a']])
  two.state.answer('b')
  await done
  expect(shown.at(-1)).toMatchObject({ isDone: true, hasFailed: false })
  expect(lists(shown.at(-1) as SearchResults)).toEqual(['one a', 'two b'])
})

test('an answer to an older text is never shown once a newer text was typed, even if the answer comes later', async () => {
  const [older, newer, unasked] = [byHand('older'), byHand('newer'), byHand('unasked')]
  let shown: string[] = []
  const show = (found: SearchResults) => {
    shown = lists(found)
  }
  const first = new AbortController()
  const before = searchAll([older.source, unasked.source], show, first.signal)
  first.abort()
  const after = searchAll([newer.source], show, never)
  newer.state.answer('new')
  await after
  older.state.answer('old')
  await before
  expect(shown).toEqual(['newer new'])
  expect(unasked.state.asked).toBe(0)
  // Control: a search that was not ended shows its late answer.
  const late = byHand('late')
  const open = searchAll([late.source], show, never)
  late.state.answer('late')
  await open
  expect(shown).toEqual(['late late'])
})

test('a list that fails, or does not answer in time, is left out, and the other lists are still searched', async () => {
  const [failing, silent, last] = [byHand('failing'), byHand('silent'), byHand('last')]
  let shown: SearchResults | undefined
  const done = searchAll(
    [failing.source, silent.source, last.source],
    (found) => {
      shown = found
    },
    never,
    30,
  )
  failing.state.fail()
  await expect.poll(() => last.state.asked).toBe(1)
  last.state.answer('z')
  await done
  expect(shown && lists(shown)).toEqual(['last z'])
  expect(shown?.hasFailed).toBe(true)
})
