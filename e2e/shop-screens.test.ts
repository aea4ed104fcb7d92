// The screens a reseller runs its business with: goods, stock, customers, credit, prices, devices.
import { sweepAll } from './sweep.ts'
import { ownShopViews } from './views.ts'

sweepAll(ownShopViews)
