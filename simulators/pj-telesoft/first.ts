// The first generation of PJ Telesoft's interface: every value is a text, name and password are part of every request, and errors are numbers in an answer of
// status 200.
import { type Answering, berlinDay, type ShopRequest } from '../kit/shop.ts'
import { objectIn, type SimulatedAnswer } from '../kit/simulator.ts'
import { amountOf, type Sale, seven, type Till, two } from './stock.ts'

const TEXTS: Readonly<Record<number, string>> = {
  ...{ 0: '', 100: 'client transaction id already exists', 101: 'credential pattern invalid', 102: 'wrong user or password' },
  ...{ 103: 'user not active', 104: 'customer account not active', 106: 'no records', 109: 'no cards for this card id' },
  ...{ 110: 'balance too low', 119: 'input parameter invalid' },
}
const said = (errorcode: number, data: unknown = {}): SimulatedAnswer => ({
  status: 200,
  body: { error: { errorcode, errorstring: TEXTS[errorcode] ?? '' }, data },
})

export function firstGeneration(till: Till): Record<string, Answering> {
  const known = (route: (fields: Readonly<Record<string, unknown>>) => SimulatedAnswer): Answering => {
    return ({ text }: ShopRequest) => {
      const fields = objectIn(text)
      if (typeof fields.username !== 'string' || typeof fields.password !== 'string') return said(101)
      if (fields.username !== 'portal' || fields.password !== 'sandbox') return said(102)
      return route(fields)
    }
  }
  const answerOf = ({ card, pin, batch, transaction_id, expires_on }: Sale, showsPin: boolean) => ({
    pinslist: [
      {
        ...{ cardid: card.card_id, batchnumber: batch, expirydate: expires_on, purchaseprice: seven(amountOf(card.price)), transactionid: transaction_id },
        ...(showsPin && { pinnumber: pin }),
      },
    ],
    cardinfo: { cardid: card.card_id, cardname: card.name, rate: card.value, instruction: '*104*Pinnr# und anrufen', cardimage: `/images/${card.card_id}` },
    custbalance: two(till.balance()),
  })
  return {
    'POST /json/cardlist': known(() => {
      const cardslist = till.cards.map(({ card_id, name, value, price, left }) => ({
        ...{ cardid: card_id, cardname: name, rate: value, purchaseprice: seven(amountOf(price)), available: left > 0 ? '1' : '0' },
        ...{ instruction: '*104*Pinnr# und anrufen', cardimage: `/images/${card_id}` },
      }))
      return said(0, { cardslist, custbalance: two(till.balance()) })
    }),
    'POST /json/getpin': known(({ cardid, quantity, clienttransactionid: client_id }) => {
      if (typeof client_id !== 'string' || client_id === '' || quantity !== '1') return said(119)
      if (till.sales.has(client_id)) return said(100)
      const card = till.cards.find(({ card_id }) => card_id === cardid)
      if (!card) return said(119)
      if (card.left === 0) return said(109)
      return amountOf(card.price) > till.balance() ? said(110) : said(0, answerOf(till.sell(client_id, card), true))
    }),
    'POST /json/transaction': known(({ clienttransactionid }) => {
      const sale = till.found(String(clienttransactionid))
      return sale ? said(0, answerOf(sale, till.rereads())) : said(106)
    }),
    'POST /json/balance': known(() => said(0, { custbalance: two(till.balance()) })),
    'POST /json/report': known(({ date }) => {
      const sold = [...till.sales.values()].filter(({ at }) => berlinDay(at) === date)
      const transactions = sold.map(({ client_id, transaction_id, card, at }) => ({
        ...{ clienttransactionid: client_id, transactionid: transaction_id, cardid: card.card_id, purchaseprice: seven(amountOf(card.price)) },
        date: at.toISOString(),
      }))
      return sold.length > 0 ? said(0, { transactions }) : said(106)
    }),
  }
}
