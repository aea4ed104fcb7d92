// Invoices of the demo world: the issuers' details, a run on the first of each month, and payments.
import { uuidv7 } from 'uuidv7'
import { EURO } from '../../contract/kit/money.ts'
import { handlers } from '../handlers.ts'
import { berlinDay, monthBefore } from '../kit/berlin.ts'
import { goOn } from '../modules/papers/invoices/invoices.ts'
import type { Desk } from './demo-desk.ts'
import { inTenant, type People } from './demo-people.ts'

/** The customers' time for paying, in days. It is so short that an invoice that was paid only in part is overdue before the next run. */
const PAYMENT_DAYS = 28
const CENT = EURO / 100
/** The customer that gets each document by mail. */
const BY_MAIL = 'kiosque'

const issuers = {
  nord: {
    legal_name: 'Comptoir Nord SARL',
    ...{ address: 'Rue de Paris 14', postal: '59000', city: 'Lille', country: 'FR', ustidnr: 'FR83404833048', director: 'Nadia Norbert' },
    ...{ contact_name: 'Claire Comptal', contact_email: 'compta@comptoir-nord.example', contact_phone: '+33320000010' },
    ...{ bank_name: 'Crédit du Nord', iban: 'FR7630006000011234567890189', bic: 'AGRIFRPP', footer: 'SARL au capital de 20 000 €' },
  },
  rhein: {
    legal_name: 'Rheinland Prepaid GmbH',
    ...{ address: 'Hohe Straße 88', postal: '50667', city: 'Köln', country: 'DE', ustidnr: 'DE136695976', director: 'Regina Rhein' },
    ...{ contact_name: 'Regina Rhein', contact_email: 'konto@rheinland-prepaid.example', contact_phone: '+4922100010' },
    ...{ bank_name: 'Kölner Bank', iban: 'DE89370400440532013000', bic: 'COBADEFFXXX', footer: 'HRB 4711, Amtsgericht Köln' },
  },
} as const

/** The billing terms of each customer. */
const terms: Record<string, { billing: 'net' | 'gross' | 'combined' | 'commission'; pays_later?: boolean; commission_rate?: number }> = {
  kiosque: { billing: 'net', pays_later: true },
  gare: { billing: 'combined', pays_later: true },
  sud: { billing: 'commission', commission_rate: 20_00 },
  dom: { billing: 'gross', pays_later: true },
}

type Document = { invoice_id: string; customer_id: string; total: number }
type Run = { by: string; tenant_id: number; at: Date; documents: Document[] }

export type Bills = {
  begin: () => Promise<void>
  /** Bills the month before, with corrections for its refunds. */
  run: () => Promise<void>
  /** Records a customer's payment of its newest documents: all of them in full, or half of the largest one. */
  pay: (customer: string, all: boolean) => Promise<void>
  /** Sends the mails. Called once the world has hosts, which the links in the mails name. */
  letters: () => Promise<void>
}

export function billsOf(desk: Desk, { shops, resellers }: People): Bills {
  const { clock } = desk
  const organisations = [...shops, ...resellers]
  const runs: Run[] = []
  const idOf = (key: string) => organisations.find(({ world }) => world.key === key)?.id
  const billing = Object.entries(issuers).flatMap(([by, settings]) =>
    resellers.filter(({ world }) => world.key === by).map((reseller) => ({ ...reseller, by, settings })),
  )
  const newestOf = (customer: string) => runs.findLast(({ documents }) => documents.some(({ customer_id }) => customer_id === idOf(customer)))

  async function runOne({ by, tenant_id, world }: (typeof billing)[number], what: 'invoicesGenerate' | 'reclamationInvoicesGenerate'): Promise<void> {
    const customer_ids = organisations.flatMap((one) => (world.children?.includes(one.world) ? [one.id] : []))
    const { run_id } = await handlers[what]({ customer_ids, ...monthBefore(clock.now) }, await desk.as(tenant_id, by, what))
    await goOn(desk.services, tenant_id, run_id)
    if (what !== 'invoicesGenerate') return
    const made = await inTenant(desk.owner, tenant_id, (q) =>
      q.query<Document>('select id as invoice_id, customer_id, total::float8 as total from invoices where tenant_id = $1 and run_id = $2', [tenant_id, run_id]),
    )
    runs.push({ by, tenant_id, at: clock.now, documents: made.rows })
  }

  return {
    begin: async () => {
      for (const { by, tenant_id, settings } of billing) {
        await handlers.invoiceSettingsUpdate({ ...settings, payment_days: PAYMENT_DAYS }, await desk.as(tenant_id, by, 'invoiceSettingsUpdate'))
        for (const { id, world } of organisations.filter((one) => one.tenant_id === tenant_id)) {
          const customer = terms[world.key]
          if (!customer) continue
          const agreed = customer.billing === 'commission' ? { self_billing_agreed_on: berlinDay(clock.now) } : {}
          await handlers.invoiceTermsUpdate({ customer_id: id, ...customer, ...agreed }, await desk.as(tenant_id, by, 'invoiceTermsUpdate'))
        }
      }
    },

    run: async () => {
      for (const issuer of billing) {
        await runOne(issuer, 'invoicesGenerate')
        await runOne(issuer, 'reclamationInvoicesGenerate')
      }
    },

    pay: async (customer, all) => {
      const { by = '', tenant_id = 0, documents = [] } = newestOf(customer) ?? {}
      const own = documents.filter(({ customer_id }) => customer_id === idOf(customer)).sort((a, b) => b.total - a.total)
      for (const { invoice_id, total } of all ? own : own.slice(0, 1)) {
        const amount = all ? total : Math.round(total / 2 / CENT) * CENT
        const paid = { payment_id: uuidv7(), invoice_id, amount, paid_on: berlinDay(clock.now), remarks: 'Virement' }
        await handlers.invoicePay(paid, await desk.as(tenant_id, by, 'invoicePay'))
      }
    },

    letters: async () => {
      for (const { by, tenant_id, at, documents } of runs) {
        clock.now = at
        const mailed = documents.filter(({ customer_id }) => customer_id === idOf(BY_MAIL))
        for (const { invoice_id } of mailed) await handlers.invoiceMail({ invoice_id }, await desk.as(tenant_id, by, 'invoiceMail'))
        const invoice_ids = runs.filter((run) => run.by === by).flatMap((run) => run.documents.map(({ invoice_id }) => invoice_id))
        if (invoice_ids.length > 0) await handlers.invoicesRemind({ invoice_ids }, await desk.as(tenant_id, by, 'invoicesRemind'))
        const customer_id = idOf(BY_MAIL)
        if (customer_id && mailed.length > 0)
          await handlers.invoiceTermsUpdate({ customer_id, by_mail: true }, await desk.as(tenant_id, by, 'invoiceTermsUpdate'))
      }
    },
  }
}
