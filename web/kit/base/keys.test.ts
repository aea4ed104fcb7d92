import { expect, test } from 'vitest'
import { screens } from '../../screens/screens.ts'
import { isKey, type KeyAction, keys, pages } from './keys.ts'

type Bound = { action: string; keys: string }

function collisions(bound: readonly Bound[]): string[] {
  return bound.flatMap((one, index) =>
    bound.slice(index + 1).flatMap((other) => (other.keys === one.keys ? [`${one.keys}: ${one.action}, ${other.action}`] : [])),
  )
}

const actions = Object.entries(keys)
const onPage = (page: readonly string[]): Bound[] => [
  ...actions.filter(([, { place }]) => page.includes(place)).map(([action, key]) => ({ action, keys: key.keys })),
  ...screens.flatMap(({ path, letter }) => (letter ? [{ action: path, keys: `${keys.go.keys} ${letter}` }] : [])),
]

test.each(pages.map((page) => [page.join(' + '), page] as const))('no two actions use the same key on a page with %s', (_, page) => {
  expect(collisions(onPage(page))).toEqual([])
})

test('control: the check finds two actions on one key', () => {
  expect(collisions([...onPage(['list']), { action: 'export', keys: 'J' }])).toEqual(['J: next_row, export'])
})

test('no action uses a key that the browser needs itself', () => {
  for (const [action, { keys: combination }] of actions)
    expect(['F3', 'F5', 'F6', 'F7', 'F10', 'F11', 'F12', 'Mod+F', 'Mod+P'], action).not.toContain(combination)
})

const press = (key: string, held: Partial<Record<'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey', boolean>> = {}) => ({
  ...{ key, ctrlKey: false, metaKey: false, altKey: false, shiftKey: false },
  ...held,
})

test.each<[string, ReturnType<typeof press>, KeyAction, boolean]>([
  ['Ctrl K', press('k', { ctrlKey: true }), 'palette', true],
  ['⌘ K', press('k', { metaKey: true }), 'palette', true],
  ['K alone', press('k'), 'palette', false],
  ['Ctrl Shift K', press('K', { ctrlKey: true, shiftKey: true }), 'palette', false],
  ['/ of an American keyboard', press('/'), 'search', true],
  ['/ of a German keyboard, with Shift', press('/', { shiftKey: true }), 'search', true],
  ['? with AltGr', press('?', { altKey: true }), 'help_sign', false],
  ['F1', press('F1'), 'help', true],
  ['F8', press('F8'), 'reprint', true],
  ['Shift F8', press('F8', { shiftKey: true }), 'reprint', false],
  ['Shift F8', press('F8', { shiftKey: true }), 'last_sales', true],
  ['J', press('j'), 'next_row', true],
  ['Ctrl J', press('j', { ctrlKey: true }), 'next_row', false],
])('a key press is recognised as the right action: %s', (_, event, action, expected) => {
  expect(isKey(event, action)).toBe(expected)
})
