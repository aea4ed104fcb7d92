// What other modules need of suppliers: checks of IBAN, BIC and VAT id, suppliers' names, and the texts for search and audit log.
import { fold } from '../../../../contract/kit/fold.ts'
import { percentText } from '../../../../contract/kit/money.ts'
import type { SignedIn } from '../../../kit/actor.ts'
import type { Query } from '../../../postgres/db.ts'
import type { Details } from './suppliers.sql.ts'

/** Checks of numbers with check digits, for other modules that store such numbers. */
export { containsIban, isCreditorId, isInEea, numberProblems, tidied, withoutBlanks } from './bank.ts'

/** The names of suppliers in alphabetical order, for the filters of lists. */
export const supplierNames = (q: Query, { tenant_id, organisation_id, role }: SignedIn) =>
  q.query<{ supplier_id: string; company: string }>(
    `select id as supplier_id, company from suppliers
      where tenant_id = :tenant_id and (owner_id = :organisation_id or :is_platform) order by company, id`,
    { tenant_id, organisation_id, is_platform: role === 'superadmin' },
  )

/** The text that the search of suppliers uses: names, town, mail address and numbers, in small letters without accents. */
export const searchOf = ({ company, full_name, city, email, mobile, telephone, ustidnr, stnr, iban, hrb }: Details) =>
  fold([company, full_name, city, email, mobile, telephone, ustidnr, stnr, iban, hrb].join(' '))

/** The given fields as they are stored: a field that was not sent is left out, and a removed value becomes a blank text. */
export const written = (given: object) =>
  Object.fromEntries(Object.entries(given).flatMap(([name, value]) => (value === undefined ? [] : [[name, value ?? '']])))

/** The fields of a supplier as the audit log shows them. */
export const recordOf = ({ buying_discount, status, ...rest }: Details) => ({ ...rest, buying_discount: percentText(buying_discount), is_active: status })
