// Every text of the interface, by area. English gives the shape; a language that lacks a key does not compile.
// To add a text: put the key in <area>.en.json and in the four others. To use it: useTranslations('<area>') in a screen of that area.
// To add an area: five files, a block here, and `area` at its screens. Figures are passed to a text already formatted (kit/format.ts).
import type { Language } from '../../contract/auth.ts'
import type { AuditedCall } from '../../contract/index.ts'
import type { ErrorCode } from '../../contract/kit/errors.ts'
import type { ProblemCode } from '../../contract/kit/problem-codes.ts'
import type auditDe from './audit.de.json'
import type auditEn from './audit.en.json'
import type auditFr from './audit.fr.json'
import type auditNl from './audit.nl.json'
import type auditTr from './audit.tr.json'
import type devicesDe from './devices.de.json'
import type devicesEn from './devices.en.json'
import type devicesFr from './devices.fr.json'
import type devicesNl from './devices.nl.json'
import type devicesTr from './devices.tr.json'
import type doorDe from './door.de.json'
import type doorEn from './door.en.json'
import type doorFr from './door.fr.json'
import type doorNl from './door.nl.json'
import type doorTr from './door.tr.json'
import type entryDe from './entry.de.json'
import type entryEn from './entry.en.json'
import type entryFr from './entry.fr.json'
import type entryNl from './entry.nl.json'
import type entryTr from './entry.tr.json'
import type errorsDe from './errors.de.json'
import type errorsEn from './errors.en.json'
import type errorsFr from './errors.fr.json'
import type errorsNl from './errors.nl.json'
import type errorsTr from './errors.tr.json'
import type goodsDe from './goods.de.json'
import type goodsEn from './goods.en.json'
import type goodsFr from './goods.fr.json'
import type goodsNl from './goods.nl.json'
import type goodsTr from './goods.tr.json'
import type houseDe from './house.de.json'
import type houseEn from './house.en.json'
import type houseFr from './house.fr.json'
import type houseNl from './house.nl.json'
import type houseTr from './house.tr.json'
import type mailDe from './mail.de.json'
import type mailEn from './mail.en.json'
import type mailFr from './mail.fr.json'
import type mailNl from './mail.nl.json'
import type mailTr from './mail.tr.json'
import type moneyDe from './money.de.json'
import type moneyEn from './money.en.json'
import type moneyFr from './money.fr.json'
import type moneyNl from './money.nl.json'
import type moneyTr from './money.tr.json'
import type officeDe from './office.de.json'
import type officeEn from './office.en.json'
import type officeFr from './office.fr.json'
import type officeNl from './office.nl.json'
import type officeTr from './office.tr.json'
import type peopleDe from './people.de.json'
import type peopleEn from './people.en.json'
import type peopleFr from './people.fr.json'
import type peopleNl from './people.nl.json'
import type peopleTr from './people.tr.json'
import type pricesDe from './prices.de.json'
import type pricesEn from './prices.en.json'
import type pricesFr from './prices.fr.json'
import type pricesNl from './prices.nl.json'
import type pricesTr from './prices.tr.json'
import type settingsDe from './settings.de.json'
import type settingsEn from './settings.en.json'
import type settingsFr from './settings.fr.json'
import type settingsNl from './settings.nl.json'
import type settingsTr from './settings.tr.json'
import type shellDe from './shell.de.json'
import type shellEn from './shell.en.json'
import type shellFr from './shell.fr.json'
import type shellNl from './shell.nl.json'
import type shellTr from './shell.tr.json'
import type staffDe from './staff.de.json'
import type staffEn from './staff.en.json'
import type staffFr from './staff.fr.json'
import type staffNl from './staff.nl.json'
import type staffTr from './staff.tr.json'
import type stockDe from './stock.de.json'
import type stockEn from './stock.en.json'
import type stockFr from './stock.fr.json'
import type stockNl from './stock.nl.json'
import type stockTr from './stock.tr.json'
import type tillDe from './till.de.json'
import type tillEn from './till.en.json'
import type tillFr from './till.fr.json'
import type tillNl from './till.nl.json'
import type tillTr from './till.tr.json'

/** The English texts, provided every other language has them all. */
type Complete<English, _Others extends readonly English[]> = English
/** The English texts, provided each code has one. */
type Covers<Codes extends string, Texts extends Record<Codes, string>> = Texts

export type Messages = {
  /** Login and the public pages. */
  door: Complete<typeof doorEn, [typeof doorFr, typeof doorDe, typeof doorTr, typeof doorNl]>
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
  till: Complete<typeof tillEn, [typeof tillFr, typeof tillDe, typeof tillTr, typeof tillNl]>
  /** PIN stock and its import. */
  stock: Complete<typeof stockEn, [typeof stockFr, typeof stockDe, typeof stockTr, typeof stockNl]>
  /** Products, customers, credit, dashboard, sales. */
  office: Complete<typeof officeEn, [typeof officeFr, typeof officeDe, typeof officeTr, typeof officeNl]>
  /** Products, suppliers, single batches and PINs, pools, gift cards. */
  goods: Complete<typeof goodsEn, [typeof goodsFr, typeof goodsDe, typeof goodsTr, typeof goodsNl]>
  /** Customers and terminals. */
  people: Complete<typeof peopleEn, [typeof peopleFr, typeof peopleDe, typeof peopleTr, typeof peopleNl]>
  /** Credit: history, many at once, automatic, approvals. */
  money: Complete<typeof moneyEn, [typeof moneyFr, typeof moneyDe, typeof moneyTr, typeof moneyNl]>
  /** Plans, own entries, live discounts. */
  prices: Complete<typeof pricesEn, [typeof pricesFr, typeof pricesDe, typeof pricesTr, typeof pricesNl]>
  /** Devices and exports. */
  devices: Complete<typeof devicesEn, [typeof devicesFr, typeof devicesDe, typeof devicesTr, typeof devicesNl]>
  /** Users and staff, login requests. */
  staff: Complete<typeof staffEn, [typeof staffFr, typeof staffDe, typeof staffTr, typeof staffNl]>
  /** The settings screen. */
  settings: Complete<typeof settingsEn, [typeof settingsFr, typeof settingsDe, typeof settingsTr, typeof settingsNl]>
  /** Registrations, mail and text messages. */
  mail: Complete<typeof mailEn, [typeof mailFr, typeof mailDe, typeof mailTr, typeof mailNl]>
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
