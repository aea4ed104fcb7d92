// PJ Telesoft's first generation: all values are texts, name and password are sent with every request, and every answer has the status 200 and an
// error number in its body.
import * as z from 'zod/mini'
import { allRead, heardAs, instantOf, map, notKnown, orderedAs, orNull, type Refusals, toldAs } from '../answer-rules.ts'
import { done, unknown } from '../answers.ts'
import { balanceOf, euros } from '../digits.ts'
import type { StatementLine, SupplierProduct } from '../supplier.ts'
import type { Heard, Wire } from '../wire.ts'
import { COUNTRY, CURRENCY, meant, NO_RECORDS, standingOf, type Till } from './till.ts'

const text = z.string()
const maybe = z.nullish(text)
const shown = orNull(text)
const within = <T extends z.ZodMiniType>(data: T) => z.object({ data })

const Cards = within(z.object({ cardslist: z.array(orNull(z.object({ cardid: text, cardname: text, rate: text, purchaseprice: text, available: maybe }))) }))
const Balance = within(z.object({ custbalance: text }))
const Pin = z.object({
  cardid: shown,
  clienttransactionid: shown,
  transactionid: text,
  purchaseprice: shown,
  pinnumber: maybe,
  batchnumber: shown,
  expirydate: shown,
})
const Purchase = within(z.object({ pinslist: z.tuple([Pin]), cardinfo: orNull(z.object({ instruction: shown })) }))
const Line = z.object({ clienttransactionid: maybe, transactionid: text, purchaseprice: shown, date: text })
const Report = within(z.object({ transactions: z.array(Line) }))
const Failure = z.object({ error: z.object({ errorcode: text, errorstring: shown }) })

/** What an error number means. An answer without an error number does not count as a refusal. */
const refusals: Refusals = (body) => {
  const read = Failure.safeParse(body)
  return read.success ? meant(read.data.error.errorcode, read.data.error.errorstring ?? undefined) : unknown('NO_ERROR_NUMBER')
}
const hasNoRecords = (heard: Heard): boolean =>
  heard.heard === 'answer' && heard.status < 500 && Failure.safeParse(heard.body).data?.error.errorcode === NO_RECORDS

export function firstGeneration(wire: Pick<Wire, 'ask'>, credentials: { username: string; password: string }, now: () => Date): Till {
  const ask = (call: string, fields: Record<string, string>, { reads = true, reference = '' } = {}): Promise<Heard> => {
    const body = { json: { ...credentials, ...fields } }
    return wire.ask({ call, method: 'POST', path: `/json/${call}`, body, reads, ...(reference && { reference }) })
  }
  const boughtAs =
    (reference: string) =>
    ({ data: { pinslist, cardinfo } }: z.infer<typeof Purchase>) => {
      const [
        {
          cardid: product,
          clienttransactionid,
          transactionid: supplier_reference,
          purchaseprice,
          pinnumber = null,
          batchnumber: batch = null,
          expirydate: expires_on = null,
        },
      ] = pinslist
      if (clienttransactionid && clienttransactionid !== reference) return unknown('ANOTHER_ORDER')
      const cost = euros(purchaseprice ?? '') ?? null
      return standingOf({ supplier_reference, cost, product, pin: pinnumber, batch, expires_on, instructions: cardinfo?.instruction ?? null })
    }
  return {
    list: async () =>
      map(heardAs(await ask('cardlist', {}), Cards, refusals), ({ data }) => {
        return done(data.cardslist.flatMap((card) => (!card || card.available === '0' ? [] : productOf(card))))
      }),
    buy: async (client_id, cardid) => {
      const heard = await ask('getpin', { cardid, quantity: '1', clienttransactionid: client_id }, { reads: false, reference: client_id })
      return map(orderedAs(heard, Purchase, refusals), boughtAs(client_id))
    },
    status: async (client_id, sent_at, supplier_reference) => {
      const heard = await ask('transaction', { clienttransactionid: client_id }, { reference: client_id })
      return hasNoRecords(heard) ? notKnown(now(), sent_at, supplier_reference) : map(toldAs(heard, Purchase, refusals), boughtAs(client_id))
    },
    balance: async () =>
      map(heardAs(await ask('balance', {}), Balance, refusals), ({ data }) => {
        const money = balanceOf(data.custbalance)
        return money === undefined ? unknown('NO_AMOUNT') : done(money)
      }),
    statement: async (day) => {
      const heard = await ask('report', { date: day })
      // The supplier answers a day without sales with the error "no records"; that is a valid, empty statement.
      return hasNoRecords(heard) ? done([]) : map(heardAs(heard, Report, refusals), ({ data }) => allRead(data.transactions.map(lineOf)))
    },
  }
}

function productOf({ cardid, cardname, rate, purchaseprice }: { cardid: string; cardname: string; rate: string; purchaseprice: string }): SupplierProduct[] {
  const [retail, cost] = [euros(rate, '1', 'nearest'), euros(purchaseprice)]
  if (retail === undefined || cost === undefined) return []
  const name = `${cardname} ${rate} ${CURRENCY}`
  return [
    {
      ...{ product_id: cardid, name, operator_id: cardname, operator_name: cardname, country: COUNTRY, needs: [[]] },
      ...{ retail: { from: retail, to: retail }, cost: { from: cost, to: cost } },
    },
  ]
}

function lineOf({ clienttransactionid, transactionid, purchaseprice, date }: z.infer<typeof Line>): StatementLine | undefined {
  const [cost, at] = [euros(purchaseprice ?? '') ?? null, instantOf(date)]
  if (!at) return undefined
  return { reference: clienttransactionid ?? null, supplier_reference: transactionid, cost, at, is_reversal: false }
}
