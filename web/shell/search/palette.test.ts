import { expect, test } from 'vitest'
import { type Item, isFound, narrowed, shortened, stepped, withoutRepeats } from './palette.ts'

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
])('whether the entry "%s" of the palette is found by typing "%s": %s', (label, typed, expected) => {
  expect(isFound(label, typed)).toBe(expected)
})

test('an entry that begins with the typed letters comes before an entry that only contains them', () => {
  expect(narrowed([item('Mes ventes'), item('Ventes'), item('Produits')], 'ven').map(({ label }) => label)).toEqual(['Ventes', 'Mes ventes'])
})

test('a page is listed only in the first group that contains it, and an empty group is not shown', () => {
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

test('arrow down goes from the last entry of the palette to the first, arrow up from the first to the last', () => {
  expect([stepped(2, 1, 3), stepped(0, -1, 3), stepped(0, 1, 3), stepped(0, 1, 0)]).toEqual([0, 2, 1, 0])
})

test.each([
  ['İSTATİSTİK', 'istatistik'],
  ['sıfır', 'SIFIR'],
  ['Großhändler', 'grosshandler'],
  ['Résumé', 'resume'],
  ['Müşteri', 'musteri'],
])('"%s" is found by typing "%s", whichever letters the keyboard has', (label, typed) => {
  expect(isFound(label, typed)).toBe(true)
})

test('an item is also found by the beginning of one of its other words, but listed after items found by their name', () => {
  const items = [{ ...item('Réclamations'), words: 'remboursement, plainte' }, item('Plaintes'), { ...item('Ventes'), words: 'complainte' }]
  expect(narrowed(items, 'plain').map(({ label }) => label)).toEqual(['Plaintes', 'Réclamations'])
  expect(narrowed(items, 'pl').map(({ label }) => label)).toEqual(['Plaintes'])
})

test('a group of results shows three items and one that opens the rest; a group of four items, or an opened group, shows all its items', () => {
  const group = (name: string, ...labels: string[]) => ({ name, items: labels.map(item) })
  const all = [group('long', 'a', 'b', 'c', 'd', 'e'), group('four', 'f', 'g', 'h', 'i')]
  const more = () => item('more')
  const names = (opened: readonly string[]) => shortened(all, opened, more).map(({ items }) => items.map(({ label }) => label).join(' '))
  expect(names([])).toEqual(['a b c more', 'f g h i'])
  expect(names(['long'])).toEqual(['a b c d e', 'f g h i'])
})
