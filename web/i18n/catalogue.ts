// Every text of the interface, by area (texts that are loaded together). The English texts decide which keys exist; a language that lacks one does not compile.
// To add a text: put the key in en/<wing>/<area>.json and in the other four languages. To use it: useTranslations('<area>') in a screen of that area. The name
// of a field goes into fields.json; a text that another area already has goes into words.json (decision 0081). To add an area: a file in each of the five
// languages, its imports and its line in `Messages` below, and `area` at its screens. Figures are formatted before they are passed to a text (format.ts).

import type { AuditedCall } from '../../contract/index.ts'
import type { ErrorCode } from '../../contract/kit/errors.ts'
import type { Language } from '../../contract/kit/languages.ts'
import type { ProblemCode } from '../../contract/kit/problem-codes.ts'
import type chartDe from './de/charts.json'
import type moneyDe from './de/customers/credit.json'
import type peopleDe from './de/customers/customers.json'
import type startDe from './de/customers/start.json'
import type entryDe from './de/entry.json'
import type errorsDe from './de/errors.json'
import type fieldsDe from './de/fields.json'
import type goodsDe from './de/goods/goods.json'
import type pricesDe from './de/goods/prices.json'
import type stockDe from './de/goods/stock.json'
import type stockTimeDe from './de/goods/stock_reports.json'
import type filesOfDe from './de/goods/supplier_files.json'
import type helpDe from './de/help.json'
import type houseDe from './de/house.json'
import type connectedDe from './de/live/connections.json'
import type mailDe from './de/messages/messages.json'
import type noticedDe from './de/messages/notices.json'
import type openNowDe from './de/messages/open_matters.json'
import type pagesDe from './de/pages.json'
import type debitsDe from './de/papers/debits.json'
import type invoicesDe from './de/papers/invoices.json'
import type ledgersDe from './de/papers/ledgers.json'
import type shiftsDe from './de/papers/shifts.json'
import type apiKeysDe from './de/people/api_keys.json'
import type auditDe from './de/people/audit.json'
import type doorDe from './de/people/auth.json'
import type devicesDe from './de/people/devices.json'
import type settingsDe from './de/people/settings.json'
import type staffDe from './de/people/staff.json'
import type printersDe from './de/printers.json'
import type platformDe from './de/sales/platform.json'
import type claimsDe from './de/sales/reclamations.json'
import type officeDe from './de/sales/sales.json'
import type reportDe from './de/sales/sales-reports.json'
import type hooksDe from './de/sales/webhooks.json'
import type shellDe from './de/shell.json'
import type busesDe from './de/till/buses.json'
import type cashierDe from './de/till/cashiers.json'
import type counterDe from './de/till/counter.json'
import type tillDe from './de/till/selling.json'
import type sendingsDe from './de/till/sendings.json'
import type topUpsDe from './de/till/top_ups.json'
import type wordsDe from './de/words.json'
import type chartEn from './en/charts.json'
import type moneyEn from './en/customers/credit.json'
import type peopleEn from './en/customers/customers.json'
import type startEn from './en/customers/start.json'
import type entryEn from './en/entry.json'
import type errorsEn from './en/errors.json'
import type fieldsEn from './en/fields.json'
import type goodsEn from './en/goods/goods.json'
import type pricesEn from './en/goods/prices.json'
import type stockEn from './en/goods/stock.json'
import type stockTimeEn from './en/goods/stock_reports.json'
import type filesOfEn from './en/goods/supplier_files.json'
import type helpEn from './en/help.json'
import type houseEn from './en/house.json'
import type connectedEn from './en/live/connections.json'
import type mailEn from './en/messages/messages.json'
import type noticedEn from './en/messages/notices.json'
import type openNowEn from './en/messages/open_matters.json'
import type pagesEn from './en/pages.json'
import type debitsEn from './en/papers/debits.json'
import type invoicesEn from './en/papers/invoices.json'
import type ledgersEn from './en/papers/ledgers.json'
import type shiftsEn from './en/papers/shifts.json'
import type apiKeysEn from './en/people/api_keys.json'
import type auditEn from './en/people/audit.json'
import type doorEn from './en/people/auth.json'
import type devicesEn from './en/people/devices.json'
import type settingsEn from './en/people/settings.json'
import type staffEn from './en/people/staff.json'
import type printersEn from './en/printers.json'
import type platformEn from './en/sales/platform.json'
import type claimsEn from './en/sales/reclamations.json'
import type officeEn from './en/sales/sales.json'
import type reportEn from './en/sales/sales-reports.json'
import type hooksEn from './en/sales/webhooks.json'
import type shellEn from './en/shell.json'
import type busesEn from './en/till/buses.json'
import type cashierEn from './en/till/cashiers.json'
import type counterEn from './en/till/counter.json'
import type tillEn from './en/till/selling.json'
import type sendingsEn from './en/till/sendings.json'
import type topUpsEn from './en/till/top_ups.json'
import type wordsEn from './en/words.json'
import type chartFr from './fr/charts.json'
import type moneyFr from './fr/customers/credit.json'
import type peopleFr from './fr/customers/customers.json'
import type startFr from './fr/customers/start.json'
import type entryFr from './fr/entry.json'
import type errorsFr from './fr/errors.json'
import type fieldsFr from './fr/fields.json'
import type goodsFr from './fr/goods/goods.json'
import type pricesFr from './fr/goods/prices.json'
import type stockFr from './fr/goods/stock.json'
import type stockTimeFr from './fr/goods/stock_reports.json'
import type filesOfFr from './fr/goods/supplier_files.json'
import type helpFr from './fr/help.json'
import type houseFr from './fr/house.json'
import type connectedFr from './fr/live/connections.json'
import type mailFr from './fr/messages/messages.json'
import type noticedFr from './fr/messages/notices.json'
import type openNowFr from './fr/messages/open_matters.json'
import type pagesFr from './fr/pages.json'
import type debitsFr from './fr/papers/debits.json'
import type invoicesFr from './fr/papers/invoices.json'
import type ledgersFr from './fr/papers/ledgers.json'
import type shiftsFr from './fr/papers/shifts.json'
import type apiKeysFr from './fr/people/api_keys.json'
import type auditFr from './fr/people/audit.json'
import type doorFr from './fr/people/auth.json'
import type devicesFr from './fr/people/devices.json'
import type settingsFr from './fr/people/settings.json'
import type staffFr from './fr/people/staff.json'
import type printersFr from './fr/printers.json'
import type platformFr from './fr/sales/platform.json'
import type claimsFr from './fr/sales/reclamations.json'
import type officeFr from './fr/sales/sales.json'
import type reportFr from './fr/sales/sales-reports.json'
import type hooksFr from './fr/sales/webhooks.json'
import type shellFr from './fr/shell.json'
import type busesFr from './fr/till/buses.json'
import type cashierFr from './fr/till/cashiers.json'
import type counterFr from './fr/till/counter.json'
import type tillFr from './fr/till/selling.json'
import type sendingsFr from './fr/till/sendings.json'
import type topUpsFr from './fr/till/top_ups.json'
import type wordsFr from './fr/words.json'
import type chartNl from './nl/charts.json'
import type moneyNl from './nl/customers/credit.json'
import type peopleNl from './nl/customers/customers.json'
import type startNl from './nl/customers/start.json'
import type entryNl from './nl/entry.json'
import type errorsNl from './nl/errors.json'
import type fieldsNl from './nl/fields.json'
import type goodsNl from './nl/goods/goods.json'
import type pricesNl from './nl/goods/prices.json'
import type stockNl from './nl/goods/stock.json'
import type stockTimeNl from './nl/goods/stock_reports.json'
import type filesOfNl from './nl/goods/supplier_files.json'
import type helpNl from './nl/help.json'
import type houseNl from './nl/house.json'
import type connectedNl from './nl/live/connections.json'
import type mailNl from './nl/messages/messages.json'
import type noticedNl from './nl/messages/notices.json'
import type openNowNl from './nl/messages/open_matters.json'
import type pagesNl from './nl/pages.json'
import type debitsNl from './nl/papers/debits.json'
import type invoicesNl from './nl/papers/invoices.json'
import type ledgersNl from './nl/papers/ledgers.json'
import type shiftsNl from './nl/papers/shifts.json'
import type apiKeysNl from './nl/people/api_keys.json'
import type auditNl from './nl/people/audit.json'
import type doorNl from './nl/people/auth.json'
import type devicesNl from './nl/people/devices.json'
import type settingsNl from './nl/people/settings.json'
import type staffNl from './nl/people/staff.json'
import type printersNl from './nl/printers.json'
import type platformNl from './nl/sales/platform.json'
import type claimsNl from './nl/sales/reclamations.json'
import type officeNl from './nl/sales/sales.json'
import type reportNl from './nl/sales/sales-reports.json'
import type hooksNl from './nl/sales/webhooks.json'
import type shellNl from './nl/shell.json'
import type busesNl from './nl/till/buses.json'
import type cashierNl from './nl/till/cashiers.json'
import type counterNl from './nl/till/counter.json'
import type tillNl from './nl/till/selling.json'
import type sendingsNl from './nl/till/sendings.json'
import type topUpsNl from './nl/till/top_ups.json'
import type wordsNl from './nl/words.json'
import type chartTr from './tr/charts.json'
import type moneyTr from './tr/customers/credit.json'
import type peopleTr from './tr/customers/customers.json'
import type startTr from './tr/customers/start.json'
import type entryTr from './tr/entry.json'
import type errorsTr from './tr/errors.json'
import type fieldsTr from './tr/fields.json'
import type goodsTr from './tr/goods/goods.json'
import type pricesTr from './tr/goods/prices.json'
import type stockTr from './tr/goods/stock.json'
import type stockTimeTr from './tr/goods/stock_reports.json'
import type filesOfTr from './tr/goods/supplier_files.json'
import type helpTr from './tr/help.json'
import type houseTr from './tr/house.json'
import type connectedTr from './tr/live/connections.json'
import type mailTr from './tr/messages/messages.json'
import type noticedTr from './tr/messages/notices.json'
import type openNowTr from './tr/messages/open_matters.json'
import type pagesTr from './tr/pages.json'
import type debitsTr from './tr/papers/debits.json'
import type invoicesTr from './tr/papers/invoices.json'
import type ledgersTr from './tr/papers/ledgers.json'
import type shiftsTr from './tr/papers/shifts.json'
import type apiKeysTr from './tr/people/api_keys.json'
import type auditTr from './tr/people/audit.json'
import type doorTr from './tr/people/auth.json'
import type devicesTr from './tr/people/devices.json'
import type settingsTr from './tr/people/settings.json'
import type staffTr from './tr/people/staff.json'
import type printersTr from './tr/printers.json'
import type platformTr from './tr/sales/platform.json'
import type claimsTr from './tr/sales/reclamations.json'
import type officeTr from './tr/sales/sales.json'
import type reportTr from './tr/sales/sales-reports.json'
import type hooksTr from './tr/sales/webhooks.json'
import type shellTr from './tr/shell.json'
import type busesTr from './tr/till/buses.json'
import type cashierTr from './tr/till/cashiers.json'
import type counterTr from './tr/till/counter.json'
import type tillTr from './tr/till/selling.json'
import type sendingsTr from './tr/till/sendings.json'
import type topUpsTr from './tr/till/top_ups.json'
import type wordsTr from './tr/words.json'

/** The type of the English texts; it compiles only if every other language has all of them. */
type Complete<English, _Others extends readonly English[]> = English
/** The type of the English texts; it compiles only if there is a text for each code. */
type Covers<Codes extends string, Texts extends Record<Codes, string>> = Texts

export type Messages = {
  /** Login and the public pages. */
  auth: Complete<typeof doorEn, [typeof doorFr, typeof doorDe, typeof doorTr, typeof doorNl]>
  /** The steps of signing in after the password, and registration. */
  entry: Complete<typeof entryEn, [typeof entryFr, typeof entryDe, typeof entryTr, typeof entryNl]>
  /** Sentences for refusals and for problems in fields, by code. */
  errors: Complete<typeof errorsEn, [typeof errorsFr, typeof errorsDe, typeof errorsTr, typeof errorsNl]> & {
    refusals: Covers<ErrorCode, (typeof errorsEn)['refusals']>
    problems: Covers<ProblemCode, (typeof errorsEn)['problems']>
  }
  /** Names of fields, by their names in the contract, for lists, forms, files and the audit log. */
  fields: Complete<typeof fieldsEn, [typeof fieldsFr, typeof fieldsDe, typeof fieldsTr, typeof fieldsNl]>
  /** Texts that several areas share: buttons, words for codes, short sentences. Shared texts that the till uses too are in `house.words`. */
  words: Complete<typeof wordsEn, [typeof wordsFr, typeof wordsDe, typeof wordsTr, typeof wordsNl]>
  /** The shell, the common parts of screens (the kit), and the settings. */
  house: Complete<typeof houseEn, [typeof houseFr, typeof houseDe, typeof houseTr, typeof houseNl]>
  /** Lists, reports and periods; loaded with every screen except the till. */
  pages: Complete<typeof pagesEn, [typeof pagesFr, typeof pagesDe, typeof pagesTr, typeof pagesNl]>
  /** The help text of each screen, loaded when it is opened. */
  help: Complete<typeof helpEn, [typeof helpFr, typeof helpDe, typeof helpTr, typeof helpNl]>
  /** Dialogs of the shell, loaded when the first of them opens: search, keyboard shortcuts, notices, the end of the session. */
  shell: Complete<typeof shellEn, [typeof shellFr, typeof shellDe, typeof shellTr, typeof shellNl]>
  /** The till: offers, basket, payment, and finished sales. */
  selling: Complete<typeof tillEn, [typeof tillFr, typeof tillDe, typeof tillTr, typeof tillNl]>
  notices: Complete<typeof noticedEn, [typeof noticedFr, typeof noticedDe, typeof noticedTr, typeof noticedNl]>
  /** The change of cashiers at a till, and the cashiers' codes. */
  cashiers: Complete<typeof cashierEn, [typeof cashierFr, typeof cashierDe, typeof cashierTr, typeof cashierNl]>
  buses: Complete<typeof busesEn, [typeof busesFr, typeof busesDe, typeof busesTr, typeof busesNl]>
  /** Shifts and their Z-reports. */
  shifts: Complete<typeof shiftsEn, [typeof shiftsFr, typeof shiftsDe, typeof shiftsTr, typeof shiftsNl]>
  /** PIN stock and its import. */
  stock: Complete<typeof stockEn, [typeof stockFr, typeof stockDe, typeof stockTr, typeof stockNl]>
  /** Lists of products, customers and sales, giving credit, and the start page. */
  sales: Complete<typeof officeEn, [typeof officeFr, typeof officeDe, typeof officeTr, typeof officeNl]>
  /** Charts of sales, and the mark that says whether a report's totals agree with a second way of counting. */
  charts: Complete<typeof chartEn, [typeof chartFr, typeof chartDe, typeof chartTr, typeof chartNl]>
  /** The platform's start page. */
  platform: Complete<typeof platformEn, [typeof platformFr, typeof platformDe, typeof platformTr, typeof platformNl]>
  /** Reports of sales, and the page of a single sale. */
  'sales-reports': Complete<typeof reportEn, [typeof reportFr, typeof reportDe, typeof reportTr, typeof reportNl]>
  /** Products, suppliers, batches, PINs, pools and gift cards. */
  goods: Complete<typeof goodsEn, [typeof goodsFr, typeof goodsDe, typeof goodsTr, typeof goodsNl]>
  /** Suppliers that are asked at the moment of sale, and the orders sent to them. */
  connections: Complete<typeof connectedEn, [typeof connectedFr, typeof connectedDe, typeof connectedTr, typeof connectedNl]>
  counter: Complete<typeof counterEn, [typeof counterFr, typeof counterDe, typeof counterTr, typeof counterNl]>
  customers: Complete<typeof peopleEn, [typeof peopleFr, typeof peopleDe, typeof peopleTr, typeof peopleNl]>
  /** Credit: its history, bookings for many customers at once, automatic credit, and approvals. */
  credit: Complete<typeof moneyEn, [typeof moneyFr, typeof moneyDe, typeof moneyTr, typeof moneyNl]>
  /** Discount plans, price entries for single customers, and discounts on live goods. */
  prices: Complete<typeof pricesEn, [typeof pricesFr, typeof pricesDe, typeof pricesTr, typeof pricesNl]>
  /** Slips, their printers, and the history of a slip. */
  printers: Complete<typeof printersEn, [typeof printersFr, typeof printersDe, typeof printersTr, typeof printersNl]>
  devices: Complete<typeof devicesEn, [typeof devicesFr, typeof devicesDe, typeof devicesTr, typeof devicesNl]>
  staff: Complete<typeof staffEn, [typeof staffFr, typeof staffDe, typeof staffTr, typeof staffNl]>
  /** PINs sent by message. */
  sendings: Complete<typeof sendingsEn, [typeof sendingsFr, typeof sendingsDe, typeof sendingsTr, typeof sendingsNl]>
  settings: Complete<typeof settingsEn, [typeof settingsFr, typeof settingsDe, typeof settingsTr, typeof settingsNl]>
  reclamations: Complete<typeof claimsEn, [typeof claimsFr, typeof claimsDe, typeof claimsTr, typeof claimsNl]>
  /** Documents: invoices, corrections, and their settings. */
  invoices: Complete<typeof invoicesEn, [typeof invoicesFr, typeof invoicesDe, typeof invoicesTr, typeof invoicesNl]>
  /** Registrations, mail and text messages. */
  messages: Complete<typeof mailEn, [typeof mailFr, typeof mailDe, typeof mailTr, typeof mailNl]>
  debits: Complete<typeof debitsEn, [typeof debitsFr, typeof debitsDe, typeof debitsTr, typeof debitsNl]>
  ledgers: Complete<typeof ledgersEn, [typeof ledgersFr, typeof ledgersDe, typeof ledgersTr, typeof ledgersNl]>
  /** Reports of stock: the stock of any past day, its history, and what to order. */
  stock_reports: Complete<typeof stockTimeEn, [typeof stockTimeFr, typeof stockTimeDe, typeof stockTimeTr, typeof stockTimeNl]>
  /** Reading suppliers' files and recognising their columns. */
  supplier_files: Complete<typeof filesOfEn, [typeof filesOfFr, typeof filesOfDe, typeof filesOfTr, typeof filesOfNl]>
  /** The checklist to the first sale, whether a shop can sell, and the sums of the start page. */
  start: Complete<typeof startEn, [typeof startFr, typeof startDe, typeof startTr, typeof startNl]>
  open_matters: Complete<typeof openNowEn, [typeof openNowFr, typeof openNowDe, typeof openNowTr, typeof openNowNl]>
  api_keys: Complete<typeof apiKeysEn, [typeof apiKeysFr, typeof apiKeysDe, typeof apiKeysTr, typeof apiKeysNl]>
  /** Webhooks and their messages. */
  webhooks: Complete<typeof hooksEn, [typeof hooksFr, typeof hooksDe, typeof hooksTr, typeof hooksNl]>
  top_ups: Complete<typeof topUpsEn, [typeof topUpsFr, typeof topUpsDe, typeof topUpsTr, typeof topUpsNl]>
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
