// Moving in: customers with opening balances and prices from another system's files. The files are checked first, then the server adds the customers;
// a move can be undone as a whole.
import * as z from 'zod/mini'
import { call } from '../kit/call.ts'
import { contact, field, instant, money, moneySum, numeral, paging } from '../kit/field.ts'
import { problemCodes } from '../kit/problem-codes.ts'
import { listOf, reportOf } from '../kit/rows.ts'
import { atMost } from '../kit/rules.ts'
import { customerAdd } from './customer-changes.ts'

/** The most customers of a move, and the most prices. */
export const MOVE_MAX = 1_000
export const MOVE_PRICES_MAX = 2_000
/** The most plans that a move makes. */
export const MOVE_PLANS_MAX = 50
/** The most moves that an organisation begins within 24 hours. */
export const MOVES_A_DAY = 20

/** The cells of a row, in this order; cells at the end of a row may be left out and are then blank. A new column comes last, because of older clients. */
export const moveColumns = [
  ...(['name', 'username', 'email', 'mobile', 'full_name', 'address', 'house_no', 'postal', 'city', 'country', 'ustidnr', 'stnr'] as const),
  ...(['plan_name', 'balance', 'credit_limit', 'customer_number'] as const),
]
/**
 * The cells of a price row. A price is for the customer with this user name or for the plan of this name, which the move makes if there is no such plan. A
 * price without a value is for all values of the product.
 */
export const movePriceColumns = ['username', 'product_name', 'value', 'discount', 'plan_name'] as const

/**
 * A user who may add a customer may make a move. Giving balances and limits also needs the right to credit; giving plans and prices needs the right to assign
 * them, and making plans needs the right to add plans.
 */
const mover = customerAdd.access

/** A field with the table of one file. A cell may be any text, so that the check of the move can name the row and the column of each wrong cell. */
const table = (columns: readonly string[], rows: number) =>
  z._default(field.json(z.array(z.array(z.string().check(atMost(300))).check(atMost(columns.length, 'too_big'))).check(atMost(rows, 'too_big'))), [])
const files = { customers: table(moveColumns, MOVE_MAX), prices: table(movePriceColumns, MOVE_PRICES_MAX) }

export const moveFiles = ['customers', 'prices'] as const
/** The most problems that the check returns. */
export const MOVE_PROBLEMS_MAX = 500

/** Codes of the problems that only the check of a whole table can find, in addition to the codes of problems in single fields. */
export const moveProblemCodes = [
  'row_twice',
  'username_taken',
  'none_here',
  'not_in_file',
  'limit_below_debt',
  'user_or_plan',
  'plan_differs',
  'too_many_plans',
] as const

const MoveProblem = z.object({
  file: z.enum(moveFiles),
  /** The number of the row in its table, counted from 1. */
  row: numeral,
  field: z.string(),
  code: z.enum([...moveProblemCodes, ...problemCodes]),
  /**
   * The bound that the value breaks (limit_below_debt: the least credit limit), the number of the earlier row with the same value, or the discount that an
   * existing plan has (plan_differs); else null.
   */
  limit: z.nullable(z.string()),
  /** A row with a warning is moved nevertheless. */
  is_warning: z.boolean(),
})

export const moveCheck = call({
  path: '/check_move/',
  summary:
    'A dry run: what is wrong with the rows of a move, by the rules of adding single customers, and sums to compare with the old system (a call of our own)',
  access: mover,
  input: z.object(files),
  output: z.object({
    customers: z.int(),
    balance: moneySum,
    credit_limit: moneySum,
    prices: z.int(),
    /** The plans that the move will make. For each plan: the number of its prices, and the number of customers in the file that get the plan. */
    plans: z.array(z.object({ plan_name: z.string(), prices: z.int(), customers: z.int() })),
    /** The number of balances and limits above what one person may book alone; a second person will decide them. */
    waiting: z.int(),
    /** The number of rows with an error. */
    bad: z.int(),
    /** The problems found, at most MOVE_PROBLEMS_MAX of them. */
    problems: z.array(MoveProblem),
  }),
})

export const moveStart = call({
  path: '/start_move/',
  summary:
    'Makes the customers of a move with their opening balances and prices, as work of the server; refused as a whole if a row is wrong. Sent twice under one key, it begins once (a call of our own)',
  access: mover,
  input: z.object({
    transaction_key: field.text(100),
    ...files,
    /** The remark on the bookings, such as “opening balance”. */
    remarks: field.text(100),
  }),
  output: z.object({ move_id: z.string() }),
  errors: ['key_invalid', 'key_reused', 'in_progress', 'too_many_requests', 'name_taken', 'not_found', 'forbidden'],
  changes: true,
  makesKey: true,
})

/** The states of a move. `running`: it is being carried out. */
export const moveStates = ['running', 'done', 'undone'] as const

export const movesList = call({
  path: '/view_moves/',
  summary: 'The moves of the own organisation, the newest first, with how far each is (a call of our own)',
  access: mover,
  input: z.object({ ...paging(20), filters: field.filters({ move_id: z.optional(field.id()) }) }),
  output: listOf(
    z.object({
      move_id: z.string(),
      state: z.enum(moveStates),
      /** The number of customers in the file, of those dealt with so far, and of those refused. */
      customers: z.int(),
      done: z.int(),
      refused: z.int(),
      balance: moneySum,
      /** The names of the plans that the move made and that still exist. */
      plans: z.array(z.string()),
      created_at: instant,
      created_by: contact,
      undone_at: z.nullable(instant),
      undone_by: contact,
    }),
  ),
})

/**
 * The outcome of a row. open: the row was not dealt with yet. equal: the customer in the portal is as in the file. waiting: a part of the row waits for a
 * second person. refused: the row or a part of it was refused. undone: the customer was added, and later the move was undone.
 */
export const moveOutcomes = ['open', 'equal', 'waiting', 'refused', 'undone'] as const

export const moveRows = call({
  path: '/view_move_rows/',
  summary: 'The report of differences of a move: what the file says of each customer and what was booked (a call of our own)',
  access: mover,
  input: z.object({ ...paging(50), move_id: field.id(), filters: field.filters({ outcome: z.optional(field.oneOf(moveOutcomes)) }) }),
  output: reportOf(
    z.object({
      /** The number of the customer in the file, from 1. */
      row: numeral,
      customer_id: z.nullable(z.string()),
      name: z.string(),
      username: z.string(),
      outcome: z.enum(moveOutcomes),
      /** The reason of a refusal, as an error code, or as the code of the first problem if fields were refused. */
      code: z.string(),
      balance: money,
      balance_booked: money,
      credit_limit: money,
      credit_limit_booked: money,
      prices: z.int(),
      prices_set: z.int(),
    }),
    z.object({ customers: z.int(), balance: moneySum, balance_booked: moneySum, credit_limit: moneySum, credit_limit_booked: moneySum }),
  ),
  errors: ['not_found'],
})

export const moveUndo = call({
  path: '/undo_move/',
  summary:
    'Undoes a move as a whole, until one of its customers has sold or something else was booked: its balances are taken back, its customers suspended, its plans removed unless another customer has them, user names and customer numbers free again (a call of our own)',
  access: mover,
  input: z.object({ move_id: field.id() }),
  /**
   * `used`: a customer that has sold something, or for which something else was booked. Because of this customer nothing was undone; null if the move was
   * undone.
   */
  output: z.object({ customers: z.int(), used: z.nullable(z.object({ name: z.string(), why: z.enum(['sold', 'booked']) })) }),
  errors: ['not_found', 'in_progress'],
  changes: true,
  undone: ({ used }) => (used ? 'unchanged' : undefined),
})
