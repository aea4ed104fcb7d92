// One successful use of each changing call: its preparation, the call, and who makes it. A changing call without an entry does not compile.
import type { Changing } from '../../contract/index.ts'
import { appCode } from '../kit/codes.ts'
import { checked, csv } from '../modules/goods/stock/fixtures/upload.ts'
import { DEMO_PASSWORD } from '../seeds/demo-world.ts'
import { goods, organisationId, rowsOf } from '../test/arrange.ts'
import { addAccount, knock, mailedCode, newBrowser } from '../test/door.ts'
import { codeOnDemand } from '../test/on-demand.ts'
import { codeLike } from '../test/online.ts'
import { codeIn, lettersTo, linkIn } from '../test/outbox.ts'
import type { Person, World } from '../test/world.ts'
import { goodsChanging } from './audit-goods.ts'
import { liveChanging } from './audit-live.ts'
import { shopChanging } from './audit-shop.ts'
import { as, asSomebody, key, meAs, pinFile, sold, type Way } from './audit-ways.ts'

export const NEW_PASSWORD = 'Kastanie#7 am Fenster'
const ALWAYS = { is_open: true, start: '08:00', close: '20:00', lunch_start: null, lunch_end: null }
const shop_timings = { is_binding: false, days: Array.from({ length: 7 }, () => ALWAYS), holidays: [] }

const MINUTE_MS = 60_000

/** Adds a member of staff, and returns what the registration steps need from the link in the mail. */
async function invited(w: World) {
  const nord = await w.signIn('nord')
  const name = `new-${(await rowsOf<{ n: number }>(w, 'select count(*)::int as n from users'))[0]?.n}`
  const email = `${name}@example.test`
  const { user_id } = await nord.calls.staffAdd({ username: name, full_name: 'Nele Neu', email })
  const newest = async (kind: string) => (await lettersTo(w, email)).find((letter) => letter.kind === kind)
  const link = await newest('registration')
  const [registration] = await rowsOf<{ id: string }>(w, 'select id from registrations where tenant_id = 1 and user_id = $1', [user_id])
  return { name, link: link ? linkIn(link) : '', registration_id: registration?.id ?? '', newest, nord, user_id }
}

const registering =
  (prepare: (person: Awaited<ReturnType<typeof invited>>, w: World) => Promise<() => Promise<unknown>>): Way =>
  async (w) => {
    const person = await invited(w)
    return { by: person.name, call: await prepare(person, w) }
  }

async function proven({ link, name, newest }: Awaited<ReturnType<typeof invited>>, w: World) {
  const calls = w.anonymous()
  await calls.registrationUserName({ registration: link, username: name })
  const letter = await newest('registration_code')
  const otp = letter ? codeIn(letter) : ''
  return { calls, otp, prove: () => calls.registrationCode({ registration: link, otp }) }
}

async function uploaded(me: Person, w: World) {
  const { configuration_id } = await goods(w, { pins: 0 })
  const { content } = await me.calls.suppliersList({})
  const upload = () => me.calls.stockUpload({ configuration_id, csv_file: csv(pinFile(), 'pins.csv') })
  return { configuration_id, supplier_id: content[0]?.supplier_id ?? '', upload }
}

export const changing: Record<Changing<true>, Way> = {
  ...liveChanging,
  login: asSomebody(
    {},
    async ({ username }, w) =>
      () =>
        w.anonymous().login({ username, password: DEMO_PASSWORD }),
  ),
  loginVerify: asSomebody({ otp_type: 'email' }, async (person, w) => {
    const browser = newBrowser(w)
    const { reference_id, reference } = await knock(browser, person)
    const otp = await mailedCode(w, reference_id)
    return () => browser.calls.loginVerify({ username: person.username, otp, reference_id, reference })
  }),
  codeAgain: asSomebody({ otp_type: 'email' }, async (person, w) => {
    const browser = newBrowser(w)
    const { reference_id, reference } = await knock(browser, person)
    w.clock.advance(MINUTE_MS)
    return () => browser.calls.codeAgain({ reference_id, reference })
  }),
  loginRequestDecide: as('nord', async (me, w) => {
    const { reference_id, approval_number } = await knock(newBrowser(w), await addAccount(w, 'nord', { login_approval: true }))
    return () => me.calls.loginRequestDecide({ reference_id, action: 'approve', number: approval_number })
  }),
  tenantChoose: as('platform', async (me) => () => me.calls.tenantChoose({ tenant_id: 2 })),
  registrationUserName: registering(
    async ({ link, name }, w) =>
      () =>
        w.anonymous().registrationUserName({ registration: link, username: name }),
  ),
  registrationCode: registering(async (person, w) => (await proven(person, w)).prove),
  registrationPassword: registering(async (person, w) => {
    const { calls, prove } = await proven(person, w)
    const { proof } = await prove()
    return () => calls.registrationPassword({ registration: person.link, proof, new_password: NEW_PASSWORD })
  }),
  registrationUpdate: as('nord', async (me, w) => {
    const { registration_id } = await invited(w)
    return () => me.calls.registrationUpdate({ registration_id, action: 'resend' })
  }),
  settingsUpdate: meAs({}, async (me) => () => me.calls.settingsUpdate({ full_name: 'Somebody Else' })),
  timingsUpdate: as('nord', async (me, w) => {
    const customer_id = await organisationId(w, 'gare')
    return () => me.calls.timingsUpdate({ customer_id, shop_timings })
  }),
  supportUpdate: as('nord', async (me, w) => {
    const { user_id } = await addAccount(w, 'nord')
    return () => me.calls.supportUpdate({ support_id: user_id })
  }),
  passwordUpdate: meAs({}, async (me) => () => me.calls.passwordUpdate({ current_password: DEMO_PASSWORD, new_password: NEW_PASSWORD })),
  passwordChange: as('nord', async (me, w) => {
    const { username } = await addAccount(w, 'nord')
    return () => me.calls.passwordChange({ username, new_password: NEW_PASSWORD })
  }),
  codeStart: meAs({}, async (me) => () => me.calls.codeStart({ otp_type: 'app', current_password: DEMO_PASSWORD })),
  codeConfirm: meAs({}, async (me, w) => {
    const { secret } = await me.calls.codeStart({ otp_type: 'app', current_password: DEMO_PASSWORD })
    return () => me.calls.codeConfirm({ otp: appCode(secret, w.clock.now()) })
  }),
  codeStop: meAs({}, async (me, w) => {
    const { secret } = await me.calls.codeStart({ otp_type: 'app', current_password: DEMO_PASSWORD })
    await me.calls.codeConfirm({ otp: appCode(secret, w.clock.now()) })
    return () => me.calls.codeStop({ current_password: DEMO_PASSWORD })
  }),
  sessionEnd: meAs({}, async (me) => () => me.calls.sessionEnd({})),
  browserForget: asSomebody({}, async ({ username }, w) => {
    const [there, me] = [await w.signIn(username), await w.signIn(username)]
    const { browsers } = await there.calls.settingsView({})
    const browser_id = browsers.find(({ is_this }) => is_this)?.browser_id ?? ''
    return () => me.calls.browserForget({ browser_id })
  }),
  staffAdd: as('nord', async (me) => () => me.calls.staffAdd({ username: `added-${Date.now()}`, full_name: 'Ada Added', email: 'ada@example.test' })),
  staffUpdate: as('nord', async (me, w) => {
    const { user_id } = await addAccount(w, 'nord')
    return () => me.calls.staffUpdate({ user_id, flags: ['has_reports'], reason: 'month end' })
  }),
  staffAssign: as('nord', async (me, w) => {
    const { user_id } = await addAccount(w, 'nord')
    const customer_ids = [await organisationId(w, 'gare')]
    return () => me.calls.staffAssign({ user_id, customer_ids, action: 'assign' })
  }),
  loginTokenIssue: as('nord', async (me, w) => {
    const { user_id } = await addAccount(w, 'nord', { login_approval: true })
    return () => me.calls.loginTokenIssue({ user_id })
  }),
  messageRead: as('platform', async (me, w) => {
    await invited(w)
    const { content } = await me.calls.messagesList({})
    return () => me.calls.messageRead({ message_id: content[0]?.message_id ?? '' })
  }),
  viewBegin: as('support', async (me, w) => {
    const organisation_id = await organisationId(w, 'kiosque')
    return () => me.calls.viewBegin({ tenant_id: 1, organisation_id, reason: 'ticket 4711' })
  }),
  viewEnd: as('support', async (me, w) => {
    await me.calls.viewBegin({ tenant_id: 1, organisation_id: await organisationId(w, 'kiosque'), reason: 'ticket 4711' })
    return () => me.calls.viewEnd({})
  }),
  stockUpload: as('nord', async (me, w) => (await uploaded(me, w)).upload),
  stockUploadCheck: as('nord', async (me, w) => {
    const { upload_id, ...columns } = await (await uploaded(me, w)).upload()
    const { pin_sequence, batch_sequence, serial_sequence, expiry_sequence } = columns
    return () => me.calls.stockUploadCheck({ upload_id, pin_sequence, batch_sequence, serial_sequence, expiry_sequence, value_sequence: 0 })
  }),
  stockUploadFinish: as('nord', async (me, w) => {
    const { configuration_id, supplier_id } = await uploaded(me, w)
    const { upload_id } = await checked(me, configuration_id, pinFile(), {}, 'pins.csv')
    return () => me.calls.stockUploadFinish({ upload_id, supplier_id, buying_discount: 650 })
  }),
  stockUploadCancel: as('nord', async (me, w) => {
    const { upload_id } = await (await uploaded(me, w)).upload()
    return () => me.calls.stockUploadCancel({ upload_id })
  }),
  walletChange: as('nord', async (me, w) => {
    const [transaction_key, customer_id] = [await key(me), await organisationId(w, 'gare')]
    return () => me.calls.walletChange({ transaction_key, customer_id, amount: 10_000, remarks: 'cash in hand' })
  }),
  walletCorrect: as('nord', async (me, w) => {
    const customer_id = await organisationId(w, 'gare')
    await me.calls.walletChange({ transaction_key: await key(me), customer_id, amount: 10_000 })
    const [wrong] = (await me.calls.walletHistory({ filters: { customer_id, kind: 'top_up' } })).content
    const transaction_key = await key(me)
    return () => me.calls.walletCorrect({ transaction_key, entry_id: wrong?.entry_id ?? '', reason: 'the wrong shop' })
  }),
  favouritesSet: as('kiosque', async (me) => {
    const { content } = await me.calls.sellerProductsV2({})
    return () => me.calls.favouritesSet({ configuration_ids: content.slice(0, 2).map(({ configuration_id }) => configuration_id) })
  }),
  ...goodsChanging,
  ...shopChanging,
}

/** Calls that leave a row in the books, in `table`, instead of a row in the audit log. */
export const booked: Record<Changing<'booked'>, { table: 'sales' | 'reveals'; way: Way }> = {
  sell: { table: 'sales', way: as('kiosque', async (me, w) => sold(me, w).then((asked) => () => me.calls.sell(asked))) },
  sellBulk: { table: 'sales', way: as('kiosque', async (me, w) => sold(me, w, 31).then((asked) => () => me.calls.sellBulk(asked))) },
  sellBasket: {
    table: 'sales',
    way: as('kiosque', async (me, w) =>
      sold(me, w).then(
        ({ transaction_key, ...line }) =>
          () =>
            me.calls.sellBasket({ transaction_key, lines: [line] }),
      ),
    ),
  },
  reprintBasket: {
    table: 'reveals',
    way: as('kiosque', async (me, w) => {
      const { sale_id } = await me.calls.sell(await sold(me, w))
      return () => me.calls.reprintBasket({ sale_ids: [sale_id], reason: 'paper jam' })
    }),
  },
  saleDownload: {
    table: 'reveals',
    way: as('kiosque', async (me, w) => {
      const { download_id } = await me.calls.sellBulk(await sold(me, w, 31))
      return () => me.calls.saleDownload({ download_id })
    }),
  },
  // If the sale was made, settling returns it and changes nothing; if it was not made, settling makes its key unusable.
  saleSettle: { table: 'sales', way: as('kiosque', async (me, w) => sold(me, w).then((asked) => () => settle(me, asked))) },
  reprint: {
    table: 'reveals',
    way: as('kiosque', async (me, w) => {
      const { sale_id } = await me.calls.sell(await sold(me, w))
      return () => me.calls.reprint({ sale_id, reason: 'paper jam' })
    }),
  },
  // This sale is an order at a supplier, so a repeated request with its key is answered with the order's state.
  onDemandSell: {
    table: 'sales',
    way: as('kiosque', async (me, w) => {
      const { configuration_id, close } = await codeOnDemand(w)
      const transaction_key = await key(me)
      return () => me.calls.onDemandSell({ transaction_key, configuration_id }).finally(close)
    }),
  },
  rechargeCode: {
    table: 'sales',
    way: as('kiosque', async (me, w) => {
      const corner = await goods(w, { pins: 1, euro: 1 })
      const { configuration_id } = await codeLike(w, corner)
      const transaction_key = await key(me)
      return () => me.calls.rechargeCode({ transaction_key, configuration_id })
    }),
  },
}

async function settle(me: Person, asked: Awaited<ReturnType<typeof sold>>) {
  await me.calls.sell(asked)
  return me.calls.saleSettle({ transaction_key: asked.transaction_key })
}
