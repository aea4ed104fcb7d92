// Every screen of the reseller's shop: goods, stock, customers, credit, prices, devices.
import { sweepAll } from './sweep.ts'
import { ownShopViews } from './views.ts'

sweepAll(ownShopViews)
