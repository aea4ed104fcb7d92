// The parts of the till for baskets, payment, the customer's display, screen readers, and finished or unclear sales. They are loaded as one file after the till
// is drawn.

import { SlipLanguages } from '../../../kit/counter/SlipLanguages.tsx'
import { WhyPrice } from '../../goods/prices/prices.ts'
import { AddCard } from './AddCard.tsx'
import { Announcer } from './Announcer.tsx'
import { BasketLines } from './BasketLines.tsx'
import { BasketWaiting } from './BasketWaiting.tsx'
import { CheckingCards } from './CheckingCards.tsx'
import { Collect } from './Collect.tsx'
import { ComingPrices } from './ComingPrices.tsx'
import { DisplayFeed } from './DisplayFeed.tsx'
import { FewLeft } from './FewLeft.tsx'
import { IdlePanel } from './IdlePanel.tsx'
import { SaleRefusal } from './SaleRefusal.tsx'
import { SoldPanel } from './SoldPanel.tsx'
import { StatusBar } from './StatusBar.tsx'
import { TypeAhead } from './TypeAhead.tsx'

export const counter = {
  AddCard,
  Announcer,
  BasketLines,
  BasketWaiting,
  CheckingCards,
  Collect,
  ComingPrices,
  DisplayFeed,
  FewLeft,
  IdlePanel,
  SaleRefusal,
  SlipLanguages,
  SoldPanel,
  StatusBar,
  TypeAhead,
  WhyPrice,
}
