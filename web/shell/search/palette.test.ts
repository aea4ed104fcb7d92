import { expect, test } from 'vitest'
import { type Item, isFound, narrowed, stepped, withoutRepeats } from './palette.ts'

const item = (label: string): Item => ({ id: label, label, to: '/' })

test.each([
  ['Cartes et PIN', 'cartes', true],
  ['Cartes et PIN', 'cep', true],
  ['Ajouter du stock', 'ads', true],
  ['Crédit et solde', 'credit', true],
  ['Kullanıcılar ve çalışanlar', 'KULLANICI', true],
  ['Demandes de connexion', 'de co', true],
  ['Cartes et PIN', 'xyz', false],
  ['Cartes et PIN', 'ctp', false],
])('the entry "%s" is found by "%s": %s', (label, typed, expected) => {
  expect(isFound(label, typed)).toBe(expected)
})

test('an entry that begins with the typed letters comes before one that only contains them', () => {
  expect(narrowed([item('Mes ventes'), item('Ventes'), item('Produits')], 'ven').map(({ label }) => label)).toEqual(['Ventes', 'Mes ventes'])
})

test('a page stands once, in the first group that has it, and an empty group is not shown', () => {
  const groups = [
    { name: 'starred', items: [item('a')] },
    { name: 'recent', items: [item('a')] },
    { name: 'pages', items: [item('a'), item('b')] },
  ]
  expect(withoutRepeats(groups).map(({ name, items }) => [name, items.length])).toEqual([
    ['starred', 1],
    ['pages', 1],
  ])
})

test('the arrow down goes from the last entry to the first, the arrow up from the first to the last', () => {
  expect([stepped(2, 1, 3), stepped(0, -1, 3), stepped(0, 1, 3), stepped(0, 1, 0)]).toEqual([0, 2, 1, 0])
})
