// Every call the product has; the server mounts no other.
import { auditCheck, auditList, type HELD_BACK } from './audit.ts'
import { approvalCheck, authCheck, codeAgain, login, loginVerify, logout, organisationCheck, tenantChoose, tenantsList } from './auth.ts'
import { balance } from './balance.ts'
import { batchUndo, inventorySearch, soldPins } from './batches.ts'
import {
  creditLogs,
  creditRunProgress,
  creditRunStart,
  moneyCheck,
  transactionKeys,
  walletChange,
  walletChangeMany,
  walletCorrect,
  walletHistory,
  walletOwn,
  walletRecent,
} from './credit.ts'
import { autoCreditLedger, autoCreditSimulate, autoCreditUpdate, creditRequestDecide, creditRequestsList, creditRulesUpdate } from './credit-rules.ts'
import { customerAdd, customerApi, customerCheck, customerExtra, customerOtp, customerRemarks, customerStatus, customerUpdate } from './customer-changes.ts'
import { customerDetails, customerSearch, customersList, customersListShort, terminalActivate, terminalsList } from './customers.ts'
import { deviceChange, devicePair, devicePairing, devicesAssign, devicesAssignedList, devicesList, devicesUnassign } from './devices.ts'
import { exportAgain, exportFetch, exportProgress, exportStart, exportsList } from './exports.ts'
import { giftCardBatchSearch, giftCardDetails, giftCardsAdd, giftCardsList, giftCardsUpdate } from './gift-cards.ts'
import type { Changes } from './kit/call.ts'
import { liveDiscounts, liveDiscountsPlatform } from './live-prices.ts'
import { loginRequestDecide, loginRequestsList } from './login-requests.ts'
import { messageRead, messagesList } from './messages.ts'
import { noticesList, noticesSeen } from './notices.ts'
import { poolAdd, poolDiscountPrevious, poolsList, poolUpload, poolUploadCheck, poolUploadFinish } from './pools.ts'
import { assignedChange, assignedList, assignedProducts, planAdd, plansList, planUpdate, priceEffect, priceWhy } from './prices.ts'
import { productAdd, productFilters, productImage, productsList, productUpdate } from './products.ts'
import { heldList, heldRelease } from './quarantine.ts'
import { registrationCode, registrationPassword, registrationsList, registrationUpdate, registrationUserName } from './registrations.ts'
import { dashboard, salesList } from './sales.ts'
import { favouritesSet, reprint, saleDownload, saleSettle, sell, sellBulk, sellerProducts, sellerProductsV2, transactionKey } from './selling.ts'
import {
  codeConfirm,
  codeStart,
  codeStop,
  deviceForget,
  passwordChange,
  passwordUpdate,
  sessionEnd,
  sessionsList,
  settingsUpdate,
  settingsView,
  supportUpdate,
  timingsUpdate,
} from './settings.ts'
import { loginTokenIssue, staffAdd, staffAssign, staffAssignHistory, staffList, staffUpdate } from './staff.ts'
import {
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
import { stockList } from './stock-list.ts'
import { supplierAdd, suppliersList, supplierUpdate } from './suppliers.ts'
import { viewBegin, viewEnd, viewsList } from './support.ts'

export const calls = {
  organisationCheck,
  login,
  loginVerify,
  codeAgain,
  approvalCheck,
  authCheck,
  logout,
  loginRequestsList,
  loginRequestDecide,
  tenantsList,
  tenantChoose,
  registrationUserName,
  registrationCode,
  registrationPassword,
  registrationsList,
  registrationUpdate,
  settingsView,
  settingsUpdate,
  timingsUpdate,
  supportUpdate,
  passwordUpdate,
  passwordChange,
  codeStart,
  codeConfirm,
  codeStop,
  sessionsList,
  sessionEnd,
  deviceForget,
  staffList,
  staffAdd,
  staffUpdate,
  staffAssign,
  staffAssignHistory,
  loginTokenIssue,
  auditList,
  auditCheck,
  messagesList,
  messageRead,
  noticesList,
  noticesSeen,
  viewsList,
  viewBegin,
  viewEnd,
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
  batchUndo,
  inventorySearch,
  soldPins,
  heldList,
  heldRelease,
  deviceChange,
  devicePair,
  devicePairing,
  devicesAssign,
  devicesAssignedList,
  devicesList,
  devicesUnassign,
  exportAgain,
  exportFetch,
  exportProgress,
  exportStart,
  exportsList,
  giftCardBatchSearch,
  giftCardDetails,
  giftCardsAdd,
  giftCardsList,
  giftCardsUpdate,
  poolAdd,
  poolDiscountPrevious,
  poolUpload,
  poolUploadCheck,
  poolUploadFinish,
  poolsList,
  assignedChange,
  assignedList,
  assignedProducts,
  liveDiscounts,
  liveDiscountsPlatform,
  planAdd,
  planUpdate,
  plansList,
  priceEffect,
  priceWhy,
  autoCreditLedger,
  autoCreditSimulate,
  autoCreditUpdate,
  creditLogs,
  creditRequestDecide,
  creditRequestsList,
  creditRulesUpdate,
  transactionKeys,
  creditRunProgress,
  creditRunStart,
  walletChangeMany,
  walletCorrect,
  walletHistory,
  walletOwn,
  customerAdd,
  customerApi,
  customerCheck,
  customerDetails,
  customerExtra,
  customerOtp,
  customerRemarks,
  customerSearch,
  customerStatus,
  customerUpdate,
  customersList,
  terminalActivate,
  terminalsList,
  productAdd,
  productFilters,
  productImage,
  productUpdate,
  supplierAdd,
  supplierUpdate,
} as const
export type Calls = typeof calls
export type CallName = keyof Calls

/** Names of the calls with this kind of `changes`. */
export type Changing<What extends Changes = Changes> = {
  [N in CallName]: [NonNullable<Calls[N]['changes']>] extends [never] ? never : NonNullable<Calls[N]['changes']> extends What ? N : never
}[CallName]
/** Calls that can be an action in the audit log. */
export type AuditedCall = Changing<Exclude<Changes, 'booked' | 'unrecorded'>> | typeof HELD_BACK
