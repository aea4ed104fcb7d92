// Every text of the interface, by area. English gives the shape; a language that lacks a key does not compile.
// To add a text: put the key in en/<area>.json and in the four others. To use it: useTranslations('<area>') in a screen of that area.
// To add an area: five files, a block here, and `area` at its screens. Figures are passed to a text already formatted (kit/format.ts).
import type { Language } from '../../contract/auth.ts'
import type { AuditedCall } from '../../contract/index.ts'
import type { ErrorCode } from '../../contract/kit/errors.ts'
import type { ProblemCode } from '../../contract/kit/problem-codes.ts'
import type auditDe from './de/audit.json'
import type doorDe from './de/auth.json'
import type chartDe from './de/charts.json'
import type moneyDe from './de/credit.json'
import type peopleDe from './de/customers.json'
import type devicesDe from './de/devices.json'
import type entryDe from './de/entry.json'
import type errorsDe from './de/errors.json'
import type goodsDe from './de/goods.json'
import type houseDe from './de/house.json'
import type invoicesDe from './de/invoices.json'
import type ledgersDe from './de/ledgers.json'
import type mailDe from './de/messages.json'
import type openNowDe from './de/open_matters.json'
import type pricesDe from './de/prices.json'
import type claimsDe from './de/reclamations.json'
import type officeDe from './de/sales.json'
import type reportDe from './de/sales-reports.json'
import type tillDe from './de/selling.json'
import type settingsDe from './de/settings.json'
import type shellDe from './de/shell.json'
import type shiftsDe from './de/shifts.json'
import type staffDe from './de/staff.json'
import type stockDe from './de/stock.json'
import type stockTimeDe from './de/stock_reports.json'
import type auditEn from './en/audit.json'
import type doorEn from './en/auth.json'
import type chartEn from './en/charts.json'
import type moneyEn from './en/credit.json'
import type peopleEn from './en/customers.json'
import type devicesEn from './en/devices.json'
import type entryEn from './en/entry.json'
import type errorsEn from './en/errors.json'
import type goodsEn from './en/goods.json'
import type houseEn from './en/house.json'
import type invoicesEn from './en/invoices.json'
import type ledgersEn from './en/ledgers.json'
import type mailEn from './en/messages.json'
import type openNowEn from './en/open_matters.json'
import type pricesEn from './en/prices.json'
import type claimsEn from './en/reclamations.json'
import type officeEn from './en/sales.json'
import type reportEn from './en/sales-reports.json'
import type tillEn from './en/selling.json'
import type settingsEn from './en/settings.json'
import type shellEn from './en/shell.json'
import type shiftsEn from './en/shifts.json'
import type staffEn from './en/staff.json'
import type stockEn from './en/stock.json'
import type stockTimeEn from './en/stock_reports.json'
import type auditFr from './fr/audit.json'
import type doorFr from './fr/auth.json'
import type chartFr from './fr/charts.json'
import type moneyFr from './fr/credit.json'
import type peopleFr from './fr/customers.json'
import type devicesFr from './fr/devices.json'
import type entryFr from './fr/entry.json'
import type errorsFr from './fr/errors.json'
import type goodsFr from './fr/goods.json'
import type houseFr from './fr/house.json'
import type invoicesFr from './fr/invoices.json'
import type ledgersFr from './fr/ledgers.json'
import type mailFr from './fr/messages.json'
import type openNowFr from './fr/open_matters.json'
import type pricesFr from './fr/prices.json'
import type claimsFr from './fr/reclamations.json'
import type officeFr from './fr/sales.json'
import type reportFr from './fr/sales-reports.json'
import type tillFr from './fr/selling.json'
import type settingsFr from './fr/settings.json'
import type shellFr from './fr/shell.json'
import type shiftsFr from './fr/shifts.json'
import type staffFr from './fr/staff.json'
import type stockFr from './fr/stock.json'
import type stockTimeFr from './fr/stock_reports.json'
import type auditNl from './nl/audit.json'
import type doorNl from './nl/auth.json'
import type chartNl from './nl/charts.json'
import type moneyNl from './nl/credit.json'
import type peopleNl from './nl/customers.json'
import type devicesNl from './nl/devices.json'
import type entryNl from './nl/entry.json'
import type errorsNl from './nl/errors.json'
import type goodsNl from './nl/goods.json'
import type houseNl from './nl/house.json'
import type invoicesNl from './nl/invoices.json'
import type ledgersNl from './nl/ledgers.json'
import type mailNl from './nl/messages.json'
import type openNowNl from './nl/open_matters.json'
import type pricesNl from './nl/prices.json'
import type claimsNl from './nl/reclamations.json'
import type officeNl from './nl/sales.json'
import type reportNl from './nl/sales-reports.json'
import type tillNl from './nl/selling.json'
import type settingsNl from './nl/settings.json'
import type shellNl from './nl/shell.json'
import type shiftsNl from './nl/shifts.json'
import type staffNl from './nl/staff.json'
import type stockNl from './nl/stock.json'
import type stockTimeNl from './nl/stock_reports.json'
import type auditTr from './tr/audit.json'
import type doorTr from './tr/auth.json'
import type chartTr from './tr/charts.json'
import type moneyTr from './tr/credit.json'
import type peopleTr from './tr/customers.json'
import type devicesTr from './tr/devices.json'
import type entryTr from './tr/entry.json'
import type errorsTr from './tr/errors.json'
import type goodsTr from './tr/goods.json'
import type houseTr from './tr/house.json'
import type invoicesTr from './tr/invoices.json'
import type ledgersTr from './tr/ledgers.json'
import type mailTr from './tr/messages.json'
import type openNowTr from './tr/open_matters.json'
import type pricesTr from './tr/prices.json'
import type claimsTr from './tr/reclamations.json'
import type officeTr from './tr/sales.json'
import type reportTr from './tr/sales-reports.json'
import type tillTr from './tr/selling.json'
import type settingsTr from './tr/settings.json'
import type shellTr from './tr/shell.json'
import type shiftsTr from './tr/shifts.json'
import type staffTr from './tr/staff.json'
import type stockTr from './tr/stock.json'
import type stockTimeTr from './tr/stock_reports.json'

/** The English texts, provided every other language has them all. */
type Complete<English, _Others extends readonly English[]> = English
/** The English texts, provided each code has one. */
type Covers<Codes extends string, Texts extends Record<Codes, string>> = Texts

export type Messages = {
  /** Login and the public pages. */
  auth: Complete<typeof doorEn, [typeof doorFr, typeof doorDe, typeof doorTr, typeof doorNl]>
  /** The steps of signing in after the password, and registration. */
  entry: Complete<typeof entryEn, [typeof entryFr, typeof entryDe, typeof entryTr, typeof entryNl]>
  /** Refusals and problems by code. */
  errors: Complete<typeof errorsEn, [typeof errorsFr, typeof errorsDe, typeof errorsTr, typeof errorsNl]> & {
    refusals: Covers<ErrorCode, (typeof errorsEn)['refusals']>
    problems: Covers<ProblemCode, (typeof errorsEn)['problems']>
  }
  /** Shell, kit, settings. */
  house: Complete<typeof houseEn, [typeof houseFr, typeof houseDe, typeof houseTr, typeof houseNl]>
  /** Dialogs of the shell, loaded with the first of them: search, keys, notices, the end of the session. */
  shell: Complete<typeof shellEn, [typeof shellFr, typeof shellDe, typeof shellTr, typeof shellNl]>
  /** The till and its slips. */
  selling: Complete<typeof tillEn, [typeof tillFr, typeof tillDe, typeof tillTr, typeof tillNl]>
  /** Shifts and their Z-reports. */
  shifts: Complete<typeof shiftsEn, [typeof shiftsFr, typeof shiftsDe, typeof shiftsTr, typeof shiftsNl]>
  /** PIN stock and its import. */
  stock: Complete<typeof stockEn, [typeof stockFr, typeof stockDe, typeof stockTr, typeof stockNl]>
  /** Products, customers, credit, dashboard, sales. */
  sales: Complete<typeof officeEn, [typeof officeFr, typeof officeDe, typeof officeTr, typeof officeNl]>
  /** Charts of sales, and the mark under totals. */
  charts: Complete<typeof chartEn, [typeof chartFr, typeof chartDe, typeof chartTr, typeof chartNl]>
  /** Reports of sales, and one sale whole. */
  'sales-reports': Complete<typeof reportEn, [typeof reportFr, typeof reportDe, typeof reportTr, typeof reportNl]>
  /** Products, suppliers, single batches and PINs, pools, gift cards. */
  goods: Complete<typeof goodsEn, [typeof goodsFr, typeof goodsDe, typeof goodsTr, typeof goodsNl]>
  /** Customers and terminals. */
  customers: Complete<typeof peopleEn, [typeof peopleFr, typeof peopleDe, typeof peopleTr, typeof peopleNl]>
  /** Credit: history, many at once, automatic, approvals. */
  credit: Complete<typeof moneyEn, [typeof moneyFr, typeof moneyDe, typeof moneyTr, typeof moneyNl]>
  /** Plans, own entries, live discounts. */
  prices: Complete<typeof pricesEn, [typeof pricesFr, typeof pricesDe, typeof pricesTr, typeof pricesNl]>
  /** Devices and exports. */
  devices: Complete<typeof devicesEn, [typeof devicesFr, typeof devicesDe, typeof devicesTr, typeof devicesNl]>
  /** Users and staff, login requests. */
  staff: Complete<typeof staffEn, [typeof staffFr, typeof staffDe, typeof staffTr, typeof staffNl]>
  /** The settings screen. */
  settings: Complete<typeof settingsEn, [typeof settingsFr, typeof settingsDe, typeof settingsTr, typeof settingsNl]>
  /** Claims of shops, and the desk that decides them. */
  reclamations: Complete<typeof claimsEn, [typeof claimsFr, typeof claimsDe, typeof claimsTr, typeof claimsNl]>
  /** Documents: invoices, corrections of them, what stands on them. */
  invoices: Complete<typeof invoicesEn, [typeof invoicesFr, typeof invoicesDe, typeof invoicesTr, typeof invoicesNl]>
  /** Registrations, mail and text messages. */
  messages: Complete<typeof mailEn, [typeof mailFr, typeof mailDe, typeof mailTr, typeof mailNl]>
  /** Ledgers of wallets. */
  ledgers: Complete<typeof ledgersEn, [typeof ledgersFr, typeof ledgersDe, typeof ledgersTr, typeof ledgersNl]>
  /** Stock through time: any past day, its history, what to order. */
  stock_reports: Complete<typeof stockTimeEn, [typeof stockTimeFr, typeof stockTimeDe, typeof stockTimeTr, typeof stockTimeNl]>
  /** What is not final. */
  open_matters: Complete<typeof openNowEn, [typeof openNowFr, typeof openNowDe, typeof openNowTr, typeof openNowNl]>
  /** The audit log and the support view. */
  audit: Complete<typeof auditEn, [typeof auditFr, typeof auditDe, typeof auditTr, typeof auditNl]> & {
    actions: Covers<AuditedCall, (typeof auditEn)['actions']>
  }
}

export type Area = keyof Messages

declare module 'use-intl' {
  interface AppConfig {
    Messages: Messages
    Locale: Language
  }
}
