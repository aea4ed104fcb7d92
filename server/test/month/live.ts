// Sells live goods in the month: a code, a recharge, a top-up that arrives in another currency, and one that fails.
import { until } from '../wait-for.ts'
import { amountOf, listOf, objectOf, type Row, type Till } from './people.ts'
import type { Trade } from './trade.ts'

/** Returns the platform's cost of a live product, and its supplier, from the platform's own catalogue. */
async function costOf(month: Trade, configuration_id: string): Promise<{ cost: number; supplier: string }> {
  const { content } = await month.people.all('platform', '/dynamic_products/', {}, 100)
  const row = content.find((one) => one.configuration_id === configuration_id)
  return { cost: amountOf(row?.cost), supplier: String(row?.connection_id) }
}

/**
 * Makes the book's entry of a live product. A code can buy many things, so it is outside VAT; other live goods are telephony
 * (docs/domain.md, Tax treatment).
 */
const cardOf = (name: string, configuration_id: string, type: string, value: number) => ({
  ...{ name, owner: 'platform' as const, product_id: '', configuration_id, type, value, vat: type === 'dynamic' ? 'outside' : 'telephony' },
})

async function code(month: Trade, till: Till): Promise<void> {
  const offers = listOf(await month.people.done(till, '/view_on_demand_products/'))
  const offer = offers.find(({ code }) => code !== null && objectOf({ code }, 'code').comes_from === 'supplier')
  const configuration_id = String(objectOf(offer, 'code').configuration_id)
  const { sale } = await month.people.done(till, '/sell_on_demand/', { configuration_id })
  const { cost, supplier } = await costOf(month, configuration_id)
  const card = cardOf('code', configuration_id, 'dynamic', amountOf(offer?.value))
  await month.liveSold(till, card, 'softapi', String((sale as Row).sale_id), cost, supplier)
}

async function recharge(month: Trade, till: Till): Promise<void> {
  const offers = listOf(await month.people.done(till, '/get_direct_recharge_products_with_dr_and_cc/', {}, 'GET'))
  const offer = offers.find((one) => one.recharge !== null)
  const configuration_id = String(objectOf(offer, 'recharge').configuration_id)
  const { recharge: sent } = await month.people.ask(till, '/direct_recharge_with_mobile_with_dr_and_cc/', {
    configuration_id,
    mobile_number: '+49 151 234 56 100',
    once_more: 1,
  })
  const ended = await until('the recharge to end', async () => {
    const { recharge_id } = sent as Row
    const now = objectOf(await month.people.ask(till, '/check_direct_recharge_transaction/', { recharge_id }), 'recharge')
    return now.state === 'successful' && now
  })
  const { cost, supplier } = await costOf(month, configuration_id)
  await month.liveSold(
    till,
    cardOf('recharge', configuration_id, 'direct_recharge', amountOf(offer?.value)),
    'direct_recharge',
    String(ended.sale_id),
    cost,
    supplier,
  )
}

/** Sends a top-up to a number in Singapore, whose ending determines the outcome. */
async function topUp(month: Trade, till: Till, ending: string): Promise<void> {
  const step = (configuration: number, fields: Row) => month.people.ask(till, '/dt_one/', { configuration, ...fields })
  const mobile_number = `+6595123${ending}`
  const [operator] = listOf(await step(1, { mobile_number }), 'operators')
  const products = listOf(await step(2, { operator_id: operator?.operator_id }), 'products')
  const product = products.find(({ value, value_to }) => value === value_to)
  const configuration_id = String(product?.configuration_id)
  const before = month.balance(till as 'kiosque')
  const sent = objectOf(await step(6, { mobile_number, configuration_id, once_more: 1 }), 'top_up')
  const ended = await until('the top-up to end', async () => {
    const now = objectOf(await step(41, { top_up_id: sent.top_up_id }), 'top_up')
    return now.state !== 'pending' && now
  })
  if (ending === '104') {
    const { balance } = await month.people.done(till, '/dynamic_balance/', {}, 'GET')
    month.said.same('a top-up that failed is given back', [ended.state, amountOf(balance)], ['failed', before])
    return
  }
  const { cost, supplier } = await costOf(month, configuration_id)
  const card = cardOf('top-up', configuration_id, 'international_top_up', amountOf(product?.value))
  await month.liveSold(till, card, 'dt_one', String(ended.sale_id), cost, supplier)
}

export async function buysLive(month: Trade, day: number): Promise<void> {
  if (day === 3 || day === 18) await code(month, 'kiosque')
  if (day === 8) await recharge(month, 'port')
  if (day === 13) await topUp(month, 'kiosque', '104')
  if (day === 13 || day === 23) await topUp(month, 'port', '100')
}
