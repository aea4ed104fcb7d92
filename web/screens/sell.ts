// Screens of the menu's group sell, and those that belong to them.
import type { Screen } from './screen.ts'

export const sell: readonly Screen[] = [
  {
    path: '/cashcards/',
    title: 'till',
    call: 'sellerProductsV2',
    area: 'selling',
    view: () => import('../modules/selling/Till.tsx'),
    menu: { icon: 'CreditCard', group: 'sell' },
    letter: 's',
  },
]
