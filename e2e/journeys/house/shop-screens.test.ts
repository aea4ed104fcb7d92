// The screens a reseller runs its business with: goods, stock, customers, credit, prices, devices.
import { sweepAll } from '../../views/sweep.ts'
import { ownShopViews } from '../../views/views.ts'

sweepAll(ownShopViews)
