// Every call the product has. Nothing reaches the server that is not in this list.
import { authCheck, login, logout, organisationCheck, tenantChoose, tenantsList } from './auth.ts'
import { balance, moneyCheck, walletChange, walletRecent } from './credit.ts'
import { customersListShort } from './customers.ts'
import { productsList } from './products.ts'
import { dashboard, salesList } from './sales.ts'
import { favouritesSet, reprint, saleDownload, saleSettle, sell, sellBulk, sellerProducts, sellerProductsV2, transactionKey } from './selling.ts'
import {
  stockList,
  stockUpload,
  stockUploadCancel,
  stockUploadCheck,
  stockUploadErrors,
  stockUploadFinish,
  stockUploadProgress,
  stockUploadRows,
  stockUploadsOpen,
  supplierDiscountPrevious,
} from './stock.ts'
import { suppliersList } from './suppliers.ts'

export const calls = {
  organisationCheck,
  login,
  authCheck,
  logout,
  tenantsList,
  tenantChoose,
  productsList,
  suppliersList,
  stockList,
  stockUpload,
  stockUploadCheck,
  stockUploadProgress,
  stockUploadRows,
  stockUploadErrors,
  supplierDiscountPrevious,
  stockUploadFinish,
  stockUploadCancel,
  stockUploadsOpen,
  customersListShort,
  balance,
  walletChange,
  walletRecent,
  moneyCheck,
  transactionKey,
  sellerProducts,
  sellerProductsV2,
  favouritesSet,
  sell,
  sellBulk,
  saleDownload,
  saleSettle,
  reprint,
  salesList,
  dashboard,
} as const
export type Calls = typeof calls
export type CallName = keyof Calls
