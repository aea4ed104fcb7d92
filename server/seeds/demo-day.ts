// The first day of the demo world, which begins once the portal runs. Its people sell what suppliers deliver at the moment of sale, and leave work in every
// stage, so that no screen is empty. The portal can be used meanwhile.
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type { Calls } from '../../contract/index.ts'
import type { Client } from '../../contract/kit/client.ts'
import { EURO } from '../../contract/kit/money.ts'
import { steps } from '../../contract/till/top-ups.ts'
import { berlinDay, dayBefore } from '../kit/berlin.ts'
import type { Jobs } from '../postgres/jobs.ts'
import { type SignIn, visitorsOf } from './demo-visitors.ts'
import { platform, resellers } from './demo-world.ts'

type Visitor = Client<Calls>
type Work = (visitors: { on: SignIn; now: () => Date; jobs: Jobs; signal: AbortSignal }) => Promise<void>

const [NORD, RHEIN] = resellers.map(({ host }) => host) as [string, string]
const DAY_MS = 86_400_000
/** How often the catalogues of the suppliers are looked up, and for how long at most, until they have been read. */
const [LOOK_MS, WAIT_MS] = [1_000, 5 * 60_000]

/** Telephone numbers in Singapore. The last digits decide what the simulator does: it delivers, refuses, or takes five minutes to deliver. */
const NUMBERS = { mother: '+6595123100', brother: '+6595123110', refused: '+6595123102', slow: '+6595123300' }
/** The distributor's id in the supplier's statement that the platform reads, as the simulated supplier has it. */
const DISTRIBUTOR = '0009402006'

const keyOf = async (visitor: Visitor) => (await visitor.transactionKey({})).transaction_key

/**
 * Asks again and again until there is an answer, because right after the start the suppliers' catalogues are still being read. Throws if there is none after
 * WAIT_MS.
 */
async function soon<T>(ask: () => Promise<T | undefined>, signal: AbortSignal): Promise<T> {
  for (const end = performance.now() + WAIT_MS; performance.now() < end; await pause(LOOK_MS, undefined, { signal })) {
    // A supplier that is still starting refuses at first.
    const found = await ask().catch(() => undefined)
    if (found !== undefined) return found
  }
  throw new Error('nothing is on offer')
}

const topUps: Work = async ({ on, signal }) => {
  for (const [host, username, numbers] of [
    [NORD, 'kiosque', Object.values(NUMBERS)],
    [NORD, 'gare', [NUMBERS.mother]],
    [RHEIN, 'dom', [NUMBERS.brother, NUMBERS.mother]],
  ] as const) {
    const till = await on(host, username)
    const operator = await soon(
      async () => (await till.dtOne({ configuration: steps.look_up, mobile_number: NUMBERS.mother })).operators.find(({ is_likely }) => is_likely),
      signal,
    )
    const products = await soon(async () => {
      const found = await till.dtOne({ configuration: steps.products, operator_id: operator.operator_id })
      return found.products.length > 0 ? found.products.filter(({ arrives }) => arrives.from === arrives.to) : undefined
    }, signal)
    for (const [i, mobile_number] of numbers.entries()) {
      const { configuration_id = '' } = products[i % products.length] ?? {}
      const sending = till.dtOne({ configuration: steps.send, mobile_number, configuration_id, transaction_key: await keyOf(till) })
      // The supplier always refuses this number, so the refusal is the expected result.
      await (mobile_number === NUMBERS.refused ? sending.catch(() => undefined) : sending)
    }
  }
  const till = await on(NORD, 'kiosque')
  await till.savedNumberKeep({ mobile_number: NUMBERS.mother, name: 'Mme Tan' })
  await till.savedNumberKeep({ mobile_number: NUMBERS.brother, name: 'Wei, son frère' })
}

const codes: Work = async ({ on, signal }) => {
  for (const [host, username] of [
    [NORD, 'kiosque'],
    [RHEIN, 'dom'],
  ] as const) {
    const till = await on(host, username)
    const offers = await soon(async () => nonEmpty((await till.rechargeOffers({})).content.flatMap(({ recharge }) => recharge ?? [])), signal)
    for (const [i, { configuration_id }] of offers.slice(0, 2).entries())
      await till.rechargeSend({ configuration_id, mobile_number: `+49151234567${i}0`, transaction_key: await keyOf(till) })
    const made = await soon(async () => nonEmpty((await till.onDemandOffers({})).content.flatMap(({ code }) => code ?? [])), signal)
    for (const { configuration_id } of made.slice(0, 2)) await till.onDemandSell({ configuration_id, transaction_key: await keyOf(till) })
  }
}

const nonEmpty = <T>(list: T[]): T[] | undefined => (list.length > 0 ? list : undefined)

/** Buys two bus tickets and cancels one of them. */
const buses: Work = async ({ on, now, signal }) => {
  const till = await on(NORD, 'kiosque')
  const cities = await soon(async () => nonEmpty((await till.flixbusCities({})).content.filter(({ reaches }) => reaches.length > 0)), signal)
  const [city] = cities
  const day = berlinDay(new Date(now().getTime() + 3 * DAY_MS))
  const { trips = [] } = await till.flixbus({ step: 'search', from: city?.city_id ?? '', to: city?.reaches[0] ?? '', day })
  const free = trips.filter(({ is_free }) => is_free)
  const names = [
    { kind: 'adult', first_name: 'Inès', last_name: 'Moreau', phone: '+33 6 11 22 33 44', birth_date: '1991-04-12' },
    { kind: 'adult', first_name: 'Hugo', last_name: 'Lambert', phone: '+33 6 55 66 77 88', birth_date: '1984-09-30' },
  ] as const
  for (const [i, passenger] of names.entries()) {
    const transaction_key = await keyOf(till)
    await till.flixbus({ step: 'reserve', transaction_key, trip_ids: [free[i % free.length]?.trip_id ?? ''] })
    const named = (await till.flixbus({ step: 'passengers', transaction_key, passengers: [passenger] })).booking
    const { booking } = await till.flixbus({ step: 'pay', transaction_key, price_seen: named?.price_own ?? named?.price ?? 0 })
    if (i === 0 || booking?.state !== 'sold') continue
    const { refund } = await till.busTerms({ booking_id: booking.booking_id })
    if (refund !== null) await till.busCancel({ booking_id: booking.booking_id, refund_seen: refund })
  }
}

/** A reseller's work under way: prices from a later day, requests for credit, invited shops, assigned barcodes, and exported files. */
const office: Work = async ({ on, now }) => {
  const [nord, till] = [await on(NORD, 'nord'), await on(NORD, 'kiosque')]
  const shops = (await nord.customersListShort({ limit: 100 })).content
  const idOf = (name: string) => shops.find((shop) => shop.name === name)?.customer_id ?? ''

  for (const ean of ['5901234123457', '4006381333931', '3017620422003']) await till.barcodeNote({ ean })
  const [first, second] = (await till.sellerProductsV2({})).content
  await nord.barcodeTeach({ ean: '3017620422003', configuration_id: first?.configuration_id ?? '' })

  const plan = (await nord.plansList({ search_text: 'Gold' })).content[0]
  const { content: offered } = await till.sellerProductsV2({})
  const entry = (i: number, discount: number) => ({ product_id: offered[i]?.product_id ?? '', configuration_id: offered[i]?.configuration_id ?? '', discount })
  const valid_from = berlinDay(new Date(now().getTime() + 7 * DAY_MS))
  if (plan) await nord.planUpdate({ discount_plan_id: plan.discount_plan_id, entries: [entry(0, 350), entry(3, 250)], valid_from, tell_till: true })
  await nord.assignedChange({
    action: 'add',
    customer_id: idOf('Tabac de la Gare'),
    pad_list: [{ product_id: second?.product_id ?? '', configuration_id: second?.configuration_id ?? '', discount: 400 }],
  })

  await nord.creditRulesUpdate({ credit_approval_above: 1_000 * EURO })
  const booking = async (customer: string, change: { type: 'credit_limit' | 'top_up'; amount: number; remarks: string }) =>
    nord.walletChange({ transaction_key: await keyOf(nord), customer_id: idOf(customer), ...change })
  await booking('Tabac de la Gare', { type: 'credit_limit', amount: 300 * EURO, remarks: 'Bon payeur depuis un an' })
  await booking('Kiosque Nord', { type: 'credit_limit', amount: 600 * EURO, remarks: 'Demandé par téléphone' })
  await booking('Sud Distribution', { type: 'top_up', amount: 4_000 * EURO, remarks: 'Virement annoncé' })
  await nord.autoCreditUpdate({
    ...{ customer_id: idOf('Tabac de la Gare'), balance_trigger: 20 * EURO, balance_topup: 100 * EURO },
    ...{ daily_limit: 200 * EURO, is_enabled: true },
  })

  for (const [name, username, city, postal] of [
    ['Presse Wazemmes', 'wazemmes', 'Lille', '59000'],
    ['Alimentation du Centre', 'centre', 'Arras', '62000'],
  ] as const)
    await nord.customerAdd({
      ...{ transaction_key: await keyOf(nord), account_role: 2, name, username, email: `${username}@example.test`, mobile: '+33 6 20 30 40 50' },
      ...{ address: 'Rue des Postes', house_no: '12', postal, city, country: 'FR', flags: ['has_cash_card'], credit_limit: 100 * EURO },
      ...(plan ? { plan_id: plan.discount_plan_id } : {}),
    })
  const [salesman] = (await nord.staffList({ search_text: 'Terrain' })).content
  if (salesman) await nord.staffAssign({ user_id: salesman.user_id, customer_ids: [idOf('Kiosque Nord'), idOf('Tabac de la Gare')] })

  for (const [list, title] of [
    ['salesList', 'Ventes'],
    ['customersList', 'Clients'],
  ] as const)
    await nord.exportStart({ list, title, input: {}, columns: columns[list], format: 'xlsx' })
}

/** A bank statement: the payment of an invoice, a top-up under a user name, one under a shop's name alone, and two transfers from strangers. */
const bank: Work = async ({ on, now }) => {
  const nord = await on(NORD, 'nord')
  const booked_on = dayBefore(berlinDay(now()))
  const paper = (await nord.invoicesList({ limit: 100 })).content.find(({ open }) => open > 0)
  const paid = paper
    ? [{ amount: paper.open, name: paper.customer_name.toUpperCase(), iban: 'FR7630006000011234567890189', reference: `FACTURE ${paper.document_no}` }]
    : []
  const others = [
    { amount: 150 * EURO, name: 'L. Petit', iban: 'FR7610278000010002030405678', reference: 'kiosque' },
    { amount: 80 * EURO, name: 'TABAC DE LA GARE', iban: 'FR7612548029980000000150086', reference: 'Virement' },
    { amount: 45.5 * EURO, name: 'M. Duval', iban: 'FR7617569000303412345678902', reference: 'Recharge comptoir' },
    { amount: 620 * EURO, name: 'SCI Les Tilleuls', iban: 'FR7614508590002139654785213', reference: 'Caution bureau' },
  ]
  const transfers = [...paid, ...others].map((line) => ({ ...line, booked_on, nth: 0 }))
  await nord.bankLinesTake({ file_name: `releve-${booked_on}.xml`, account: 'FR7630004000031234567890143', transfers })
  const { content } = await nord.bankLinesList({ limit: 100, search_text: 'Tilleuls' })
  for (const { line_id } of content) await nord.bankLineAside({ line_id, reason: 'Caution du bureau, hors portail' })
}

const columns = {
  salesList: [
    { key: 'created_at', header: 'Date' },
    { key: 'product_name', header: 'Produit' },
    { key: 'sold_total', header: 'Vente' },
  ],
  customersList: [
    { key: 'name', header: 'Nom' },
    { key: 'city', header: 'Ville' },
  ],
}

/** The platform's work: exchange rates, a supplier's statement with lines that belong to no order of ours, and the proof of the books. */
const above: Work = async ({ on, now, jobs }) => {
  const root = await on(platform.host, 'platform')
  await root.tenantChoose({ tenant_id: 1 })
  await root.exchangeRateAdd({ currency: 'USD', rate: '0.92', remarks: 'Referenzkurs der EZB' })
  const connections = (await root.connectionsList({ limit: 50 })).content
  for (const { connection_id } of connections) await root.connectionTest({ connection_id })
  const cards = connections.find(({ adapter }) => adapter === 'paysafecard')
  const day = dayBefore(berlinDay(now()))
  const line = (number: number, value: string) =>
    `D;order_${DISTRIBUTOR}_00000000-0000-4000-8000-00000000000${number};+01:00;${day} 12:0${number}:00;${DISTRIBUTOR};portal;s;t;NONE;RETURN;DE;${value};00028;1;DELIVERED;`
  const lines = [`H1;${DISTRIBUTOR}`, `H2;${day} 00:00:00;${day} 23:59:59`, 'H3;1;EUR;1.00', line(1, '25.00'), line(2, '10.00'), 'EOF;6']
  if (cards) await root.statementRead({ connection_id: cards.connection_id, csv_file: new File([lines.join('\r\n')], `${day}.csv`) })
  await jobs.enqueue('prove_books', {})
}

/** A salesman signs in on a device that nobody has approved yet. */
const newDevice: Work = async ({ on }) => void (await on(NORD, 'nord-terrain'))

const day: readonly (readonly [name: string, work: Work])[] = [
  ['office', office],
  ['bank', bank],
  ['new device', newDevice],
  ['top-ups', topUps],
  ['codes', codes],
  ['buses', buses],
  ['platform', above],
]

type DayParts = { server: FastifyInstance; jobs: Jobs; clock: () => Date; log: Pick<FastifyBaseLogger, 'info' | 'warn'> }

/** Plays the day once; a part that fails is logged and left out. `stop` ends the day after the request that is running. */
export function playDemoDay({ server, jobs, clock, log }: DayParts): { done: Promise<string[]>; stop: () => Promise<void> } {
  const stopping = new AbortController()
  const { signal } = stopping
  const visitors = { on: visitorsOf(server), now: clock, jobs, signal }
  async function play(): Promise<string[]> {
    const failed: string[] = []
    for (const [name, work] of day) {
      if (signal.aborted) break
      await work(visitors).catch((error: unknown) => {
        failed.push(name)
        if (!signal.aborted) log.warn({ part: name }, `the demo world lacks a part: ${error instanceof Error ? error.message : String(error)}`)
      })
    }
    if (!signal.aborted) log.info('the demo world is complete')
    return failed
  }
  const done = play()
  return {
    done,
    stop: async () => {
      stopping.abort()
      await done
    },
  }
}
