// Checks the files of a move, row by row, by the rules of the calls that add a single customer, credit it and give it prices.
import * as z from 'zod/mini'
import { BOOKING_MAX } from '../../../../contract/customers/credit.ts'
import { customerAdd } from '../../../../contract/customers/customer-changes.ts'
import { MOVE_PLANS_MAX, type moveCheck, moveColumns, movePriceColumns } from '../../../../contract/customers/moving-in.ts'
import type { InputOf, OutputOf } from '../../../../contract/kit/call.ts'
import type { FieldProblem } from '../../../../contract/kit/errors.ts'
import { field } from '../../../../contract/kit/field.ts'
import { fold } from '../../../../contract/kit/fold.ts'
import type { Money } from '../../../../contract/kit/money.ts'
import { problemsOf } from '../../../../contract/kit/problems.ts'
import { newId } from '../../../kit/ids.ts'
import type { CustomerInput } from '../customers/customers.ts'
import type { HouseGoods, Price } from './moving-in.sql.ts'

export type Files = InputOf<typeof moveCheck>
export type Problem = OutputOf<typeof moveCheck>['problems'][number]
/**
 * The tenant's data that the files are checked against. `taken`: user names. `numbers`: customer numbers of the actor's own customers. `above`: the amount that
 * one person may give a customer in a day; null: no limit.
 */
export type House = {
  taken: readonly string[]
  numbers: readonly string[]
  plans: readonly { id: string; name: string; entries: readonly Price[] }[]
  goods: readonly HouseGoods[]
  above: Money | null
}
/** A plan that the move makes. */
export type NewPlan = { id: string; name: string; entries: Price[] }
export type Checked = { row: number; customer: CustomerInput; balance: Money; credit_limit: Money; prices: Price[] }

const { name, username, email, mobile, full_name, address, house_no, postal, city, country, ustidnr, stnr, customer_number } = customerAdd.input.shape
const Row = z.object({
  ...{ name, username, email, mobile, full_name, address, house_no, postal, city, country, ustidnr, stnr, customer_number },
  plan_name: z.optional(field.text(80)),
  /** A balance below zero is what the customer owes. */
  balance: z.optional(field.money(-BOOKING_MAX, BOOKING_MAX)),
  credit_limit: z.optional(field.money(0, BOOKING_MAX)),
})
const PriceRow = z.object({
  ...{ username: z.optional(field.username()), plan_name: z.optional(field.text(80)) },
  ...{ product_name: field.text(120), value: z.optional(field.money(0)), discount: field.percent() },
})

/** The cells of a row by the names of their columns, without blank ones. */
const named = (columns: readonly string[], cells: readonly string[]) =>
  Object.fromEntries(columns.flatMap((column, i) => (cells[i]?.trim() ? [[column, cells[i]]] : [])))

const cellsOf = ({ customers }: Files, column: (typeof moveColumns)[number]) => customers.map((cells) => (cells[moveColumns.indexOf(column)] ?? '').trim())
export const usernamesIn = (files: Files) => cellsOf(files, 'username')
export const numbersIn = (files: Files) => cellsOf(files, 'customer_number')
const priceCells = ({ prices }: Files, column: (typeof movePriceColumns)[number]) =>
  prices.map((cells) => (cells[movePriceColumns.indexOf(column)] ?? '').trim())
export const goodsIn = (files: Files) => [...new Set(priceCells(files, 'product_name').map(fold))]
/** The plans that the price file names, by their folded names. */
export const plansIn = (files: Files) => new Map(priceCells(files, 'plan_name').flatMap((name) => (name ? [[fold(name), name]] : [])))

/** Returns a function that finds repeated texts: for a text that an earlier row had, it returns the number of that earlier row. */
function firsts() {
  const rows = new Map<string, number>()
  return (text: string, row: number): number | undefined => {
    const first = rows.get(text)
    if (first === undefined) rows.set(text, row)
    return first
  }
}

type Code = Pick<Problem, 'code'> & { limit?: number | string }
const put = (file: Problem['file'], row: number, field: string, { code, limit }: Code | FieldProblem, is_warning = false): Problem => ({
  ...{ file, row, field, code, limit: limit === undefined ? null : String(limit), is_warning },
})

/** Returns the customers of valid rows, the plans to be made, and the problems of both files. A row that has only warnings is valid. */
export function checkFiles(files: Files, house: House): { rows: Checked[]; plans: NewPlan[]; problems: Problem[] } {
  const plans = new Map<string, House['plans'][number]>(house.plans.map((plan) => [fold(plan.name), plan]))
  const made: NewPlan[] = [...plansIn(files)].filter(([folded]) => !plans.has(folded)).map(([, name]) => ({ id: newId(), name, entries: [] }))
  for (const plan of made) plans.set(fold(plan.name), plan)
  const [taken, takenNumbers] = [new Set(house.taken), new Set(house.numbers)]
  const [usernames, numbers, emails] = [firsts(), firsts(), firsts()]
  const problems: Problem[] = []
  const rows = files.customers.flatMap((cells, i): Checked[] => {
    const row = i + 1
    const given = named(moveColumns, cells)
    const read = Row.safeParse(given)
    const found: Problem[] = read.success ? [] : problemsOf(read.error.issues).map((problem) => put('customers', row, problem.field, problem))
    const add = (field: string, code: Code, is_warning?: boolean) => found.push(put('customers', row, field, code, is_warning))
    const [user, mail] = [given['username']?.trim() ?? '', fold(given['email']?.trim() ?? '')]
    const sameUser = user ? usernames(user, row) : undefined
    if (sameUser !== undefined) add('username', { code: 'row_twice', limit: sameUser })
    else if (taken.has(user)) add('username', { code: 'username_taken' })
    const number = given['customer_number']?.trim() ?? ''
    const sameNumber = number ? numbers(number, row) : undefined
    if (sameNumber !== undefined) add('customer_number', { code: 'row_twice', limit: sameNumber })
    else if (takenNumbers.has(number)) add('customer_number', { code: 'number_taken' })
    const sameMail = mail ? emails(mail, row) : undefined
    if (sameMail !== undefined) add('email', { code: 'row_twice', limit: sameMail }, true)
    const plan = plans.get(fold(given['plan_name']?.trim() ?? ''))
    if (given['plan_name'] !== undefined && !plan) add('plan_name', { code: 'none_here' })
    const debt = read.success ? Math.max(0, -(read.data.balance ?? 0)) : 0
    if (read.success && debt > (read.data.credit_limit ?? 0)) add('credit_limit', { code: 'limit_below_debt', limit: debt })
    problems.push(...found)
    if (!read.success || found.some(({ is_warning }) => !is_warning)) return []
    const { plan_name: _, balance = 0, credit_limit = 0, ...customer } = read.data
    return [{ row, customer: { ...customer, ...(plan ? { plan_id: plan.id } : {}) }, balance, credit_limit, prices: [] }]
  })
  problems.push(...checkPrices(files, house, rows, made))
  return { rows, plans: made, problems }
}

/** Adds the prices of the price file to the customers `rows` and to the plans `made`; returns the problems of the price rows. */
function checkPrices(files: Files, { goods, plans }: House, rows: readonly Checked[], made: readonly NewPlan[]): Problem[] {
  const names = new Set(usernamesIn(files))
  const owners = new Map<string, Price[]>(rows.map(({ customer, prices }) => [customer.username, prices]))
  const newPlans = new Map(made.map((plan, i) => [fold(plan.name), { ...plan, isOver: i >= MOVE_PLANS_MAX }]))
  const oldPlans = new Map(plans.map(({ name, entries }) => [fold(name), entries]))
  const twice = firsts()
  return files.prices.flatMap((cells, i): Problem[] => {
    const row = i + 1
    const bad = (field: string, code: Problem['code'], limit?: number) => [put('prices', row, field, { code, ...(limit === undefined ? {} : { limit }) })]
    const read = PriceRow.safeParse(named(movePriceColumns, cells))
    if (!read.success) return problemsOf(read.error.issues).map((problem) => put('prices', row, problem.field, problem))
    const { username, plan_name, product_name, value, discount } = read.data
    if (username === undefined && plan_name === undefined) return bad('username', 'required')
    if (username !== undefined && plan_name !== undefined) return bad('plan_name', 'user_or_plan')
    if (username !== undefined && !names.has(username)) return bad('username', 'not_in_file')
    const ofName = goods.filter(({ name_search }) => name_search === fold(product_name))
    if (new Set(ofName.map(({ product_id }) => product_id)).size !== 1) return bad('product_name', 'none_here')
    const ofValue = value === undefined ? ofName.slice(0, 1) : ofName.filter((one) => one.value === value)
    const [target] = ofValue
    if (!target || ofValue.length > 1) return bad('value', 'none_here')
    const price = { product_id: target.product_id, configuration_id: value === undefined ? null : target.configuration_id, discount }
    const plan = plan_name === undefined ? undefined : fold(plan_name)
    const same = twice(`${plan === undefined ? 'user' : 'plan'} ${plan ?? username} ${targetOf(price)}`, row)
    if (same !== undefined) return bad('product_name', 'row_twice', same)
    if (plan === undefined) owners.get(username ?? '')?.push(price)
    const entries = plan === undefined ? undefined : oldPlans.get(plan)
    const old = entries?.find((entry) => targetOf(entry) === targetOf(price))
    if (entries && old?.discount !== discount) return bad('plan_name', 'plan_differs', old?.discount)
    const fresh = plan === undefined ? undefined : newPlans.get(plan)
    if (fresh?.isOver) return bad('plan_name', 'too_many_plans', MOVE_PLANS_MAX)
    fresh?.entries.push(price)
    return []
  })
}

const targetOf = ({ product_id, configuration_id }: Price) => `${product_id} ${configuration_id}`

/**
 * How many amounts a second person will decide. A credit limit above `above` is one. A positive balance is one if it is above `above` together with the row's
 * limit, which is added to it unless the limit waits by itself. A debt is one more if its row's limit waits, because the limit must cover it first.
 */
export function waitingIn(rows: readonly Pick<Checked, 'balance' | 'credit_limit'>[], above: Money | null): number {
  if (above === null) return 0
  return rows.reduce((sum, { balance, credit_limit }) => {
    const isLimit = credit_limit > above
    const isBalance = balance < 0 ? isLimit : balance > 0 && balance + (isLimit ? 0 : credit_limit) > above
    return sum + Number(isLimit) + Number(isBalance)
  }, 0)
}
