// Every call the product has. Nothing reaches the server that is not in this list.
import { type alsoAudited, auditCheck, auditList } from './audit.ts'
import {
  approvalCheck,
  authCheck,
  codeAgain,
  login,
  loginRequestDecide,
  loginRequestsList,
  loginVerify,
  logout,
  organisationCheck,
  tenantChoose,
  tenantsList,
} from './auth.ts'
import { balance, moneyCheck, walletChange, walletRecent } from './credit.ts'
import { customersListShort } from './customers.ts'
import type { Changes } from './kit/call.ts'
import { messageRead, messagesList } from './messages.ts'
import { noticesList, noticesSeen } from './notices.ts'
import { productsList } from './products.ts'
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
} as const
export type Calls = typeof calls
export type CallName = keyof Calls

/** Names of the calls that change something in one of these ways. */
export type Changing<What extends Changes = Changes> = {
  [N in CallName]: [NonNullable<Calls[N]['changes']>] extends [never] ? never : NonNullable<Calls[N]['changes']> extends What ? N : never
}[CallName]
/** What the audit log can name. */
export type AuditedCall = Changing<true> | (typeof alsoAudited)[number]
