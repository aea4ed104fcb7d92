// The kinds of fault as data: what the supplier does wrong on a request, and how the order ends. Each fault has an account at the supplier, so that no order
// meets two faults.
import type { Mischief } from './mischief.ts'
import { MOMENTS, type Moment, words } from './words.ts'

export type Becomes = 'CREATED' | 'CONFIRMED' | 'REJECTED' | 'CANCELLED' | 'SUBMITTED' | 'COMPLETED' | 'REVERSED' | 'DECLINED'
/**
 * One misbehaviour of the supplier. `undone`: the supplier did not do what it was asked. `times`: how often for one order, once by default; `skip`: only after
 * this many requests of this kind; `until_ms`: only while the order is younger than this.
 */
export type Play = { on: Moment; does: Mischief; undone?: true; times?: number; skip?: number; until_ms?: number }
/** Faults of the supplier's callbacks: when they come, and what they contain. */
export type Call =
  | 'twice'
  | 'late'
  | 'never'
  | 'storm'
  | 'garbage'
  | 'empty'
  | 'of_another'
  | 'says_declined'
  | 'says_completed'
  | 'wrong_path'
  | 'early'
  | 'huge'
/**
 * How an order ends. `begins`: the request that starts its steps, by default the confirmation. `delivers`: what truly arrives, if it is not what was ordered.
 * `id`: the order's reference, where # stands for random digits.
 */
export type Fate = {
  begins?: 'create' | 'confirm' | 'cancel'
  steps?: readonly { is: Becomes; word?: string; after_ms: number }[]
  delivers?: { amount?: number; unit?: string; number?: string; product_id?: number }
  id?: string
}
export type Fault = { name: string; plays?: readonly Play[]; fate?: Fate; calls?: Call }

const [SECOND, MINUTE, HOUR] = [1_000, 60_000, 3_600_000]
const DAY = 24 * HOUR
const EVER = 1e9

/** Makes one fault for each kind of misbehaviour at this moment; `before`: plays that make the order reach the moment. */
const each = (on: Moment, kinds: readonly Mischief[], more: Omit<Play, 'on' | 'does'> = {}, before: readonly Play[] = []): Fault[] =>
  kinds.map((does) => ({
    name: `${MOMENTS[on]}${more.undone ? ', which is not done' : ''}${more.times === EVER ? ', for ever' : ''}: ${words[does] ?? does}`,
    plays: [...before, { on, does, ...more }],
  }))

const LOST: readonly Play[] = [{ on: 'create', does: 'status_503' }]
const UNCONFIRMED: readonly Play[] = [{ on: 'confirm', does: 'status_503', undone: true }]
const of = (name: string, fate: Fate, more: Omit<Fault, 'name' | 'fate'> = {}): Fault => ({ name, fate, ...more })
const steps = (...all: readonly [Becomes, number, string?][]): Fate => ({
  steps: all.map(([is, after_ms, word]) => ({ is, after_ms, ...(word ? { word } : {}) })),
})
const calls = (name: string, how: Call, fate: Fate = {}): Fault => ({ name: `it calls back ${name}`, calls: how, fate })

const ORDERED: readonly Fault[] = [
  ...each('create', ['reset', 'silence', 'status_500', 'status_502', 'status_503', 'busy', 'busy_a_day', 'unauthorized', 'html', 'empty'], { undone: true }),
  ...each('create', ['no_money', 'no_product', 'bad_number', 'unknown_code', 'forbidden', 'used_already', 'redirected'], { undone: true }),
  ...each('create', ['reset', 'close', 'silence', 'drip', 'cut_json', 'short', 'html', 'empty', 'no_content', 'status_500', 'status_504', 'used_already']),
  ...each('create', ['plain_text', 'gzip_broken', 'gzip_bomb', 'redirected', 'redirected_here', 'huge', 'endless', 'hints', 'continue_only', 'switching']),
  ...each('create', ['not_http', 'two_answers', 'two_lengths', 'many_headers', 'utf_16', 'bom', 'said_null', 'said_a_list', 'said_deep', 'errors_with_200']),
  ...each('create', [
    'of_another',
    'no_id',
    'id_null',
    'id_as_text',
    'id_zero',
    'other_id',
    'no_external_id',
    'other_external_id',
    'unknown_class',
    'no_status',
  ]),
  ...each('create', ['no_price', 'price_null', 'price_nan', 'price_exponent', 'price_text', 'price_comma', 'price_negative', 'price_zero', 'price_dear']),
  ...each('create', ['price_long', 'price_huge', 'price_in_dollars', 'price_with_fee', 'other_number', 'other_product', 'closed_on_reuse', 'status_299']),
  ...each('create', ['dates_of_1970', 'dates_of_2099', 'dates_no_dates', 'strange_letters', 'unasked_fields', 'says_declined', 'says_completed']),
]
const CONFIRMED: readonly Fault[] = [
  ...each('confirm', ['reset', 'silence', 'status_500', 'busy', 'unauthorized', 'confirmed_no_more', 'status_404', 'html'], { undone: true }),
  ...each('confirm', ['busy', 'unauthorized', 'forbidden', 'no_money', 'no_product', 'unknown_code', 'drip', 'endless', 'two_lengths', 'closed_on_reuse']),
  ...each('confirm', [
    'reset',
    'silence',
    'cut_json',
    'empty',
    'no_content',
    'status_500',
    'status_502',
    'confirmed_already',
    'confirmed_no_more',
    'status_404',
  ]),
  ...each('confirm', [
    'of_another',
    'other_id',
    'unknown_class',
    'says_created',
    'says_declined',
    'says_cancelled',
    'two_answers',
    'gzip_broken',
    'no_price',
    'status_400',
  ]),
]
const LOOKED_UP: readonly Fault[] = [
  ...each('look', ['reset', 'silence', 'drip', 'cut_json', 'html', 'empty', 'status_404', 'status_500', 'busy', 'unauthorized', 'gzip_bomb', 'huge'], {
    times: 2,
  }),
  ...each('look', ['of_another', 'unknown_class', 'no_status', 'state_as_text', 'two_states', 'class_in_words', 'class_and_word_differ', 'two_answers'], {
    times: 2,
  }),
  ...each('look', ['says_declined', 'says_cancelled', 'says_reversed', 'says_created', 'says_submitted', 'other_id', 'other_external_id', 'with_errors'], {
    times: 2,
  }),
  ...each('look', ['price_nan', 'no_price', 'price_in_dollars', 'price_dear', 'dates_of_1970', 'long_words', 'strange_letters', 'other_number'], {
    times: EVER,
  }),
  ...each('look', ['status_404', 'status_500', 'of_another', 'unauthorized', 'unknown_class'], { times: EVER }),
]
const SEARCHED: readonly Fault[] = [
  ...each('search', ['reset', 'silence', 'status_500', 'empty_list', 'status_404', 'html'], { times: 2 }, LOST),
  ...each('search', ['list_of_others', 'object_for_list', 'said_null', 'unauthorized', 'busy'], { times: 2 }, LOST),
  ...each('search', ['shuffled_list', 'twice_in_list', 'on_page_two', 'says_completed', 'price_nan'], { times: EVER }, LOST),
  ...each('search', ['empty_list', 'list_of_others', 'status_500'], { times: EVER }, LOST),
]
const CANCELLED: readonly Fault[] = [
  ...each('cancel', ['reset', 'silence', 'status_500', 'busy', 'cancelled_no_more', 'status_404'], { undone: true }, UNCONFIRMED),
  ...each('cancel', ['reset', 'status_500', 'empty', 'cancelled_already', 'cancelled_no_more', 'of_another', 'says_created', 'no_content'], {}, UNCONFIRMED),
  ...each('cancel', ['cancelled_already', 'says_cancelled'], { undone: true }, UNCONFIRMED),
]
const CALLED_BACK: readonly Fault[] = [
  calls('twice', 'twice'),
  calls('two hours late', 'late'),
  calls('never', 'never'),
  calls('two hundred times', 'storm'),
  calls('with no JSON', 'garbage'),
  calls('with an empty body', 'empty'),
  calls('about another order', 'of_another'),
  calls('that it is declined, which it is not', 'says_declined'),
  calls('that it is delivered, which it is not', 'says_completed', steps(['DECLINED', 300, 'DECLINED-BARRED-CREDIT-PARTY'])),
  calls('at an address that is not ours', 'wrong_path'),
  calls('before it answers', 'early'),
  calls('with 20 MB', 'huge'),
]
const FATES: readonly Fault[] = [
  of('it is declined', steps(['DECLINED', 300, 'DECLINED-INVALID-CREDIT-PARTY'])),
  of('it is declined at once', steps(['DECLINED', 0, 'DECLINED-DUPLICATED-TRANSACTION'])),
  of('it is rejected', steps(['REJECTED', 300, 'REJECTED-OPERATOR-CURRENTLY-UNAVAILABLE'])),
  of('it is rejected as it is ordered', { begins: 'create', ...steps(['REJECTED', 0, 'REJECTED-INSUFFICIENT-BALANCE']) }),
  of('it is delivered at once', steps(['COMPLETED', 0])),
  of('it is delivered after three minutes', steps(['SUBMITTED', SECOND], ['COMPLETED', 3 * MINUTE])),
  of('it is delivered after five hours', steps(['SUBMITTED', SECOND], ['COMPLETED', 5 * HOUR])),
  of('it is delivered after two days', steps(['SUBMITTED', SECOND], ['COMPLETED', 2 * DAY])),
  of('it is declined after two days', steps(['SUBMITTED', SECOND], ['DECLINED', 2 * DAY])),
  of('it never ends', steps(['SUBMITTED', SECOND])),
  of('it goes back from submitted to confirmed and on', steps(['SUBMITTED', 200], ['CONFIRMED', 900], ['SUBMITTED', 2 * SECOND], ['COMPLETED', 4 * SECOND])),
  of('it is delivered and reversed within the hour', steps(['COMPLETED', 300], ['REVERSED', 30 * MINUTE])),
  of('it is delivered and reversed after a day', steps(['COMPLETED', 300], ['REVERSED', 26 * HOUR])),
  of('it is declined and delivered after ten minutes', steps(['DECLINED', 300], ['COMPLETED', 10 * MINUTE])),
  of('it is declined and delivered after five hours', steps(['DECLINED', 300], ['COMPLETED', 5 * HOUR])),
  of('it is rejected and delivered after a day', steps(['REJECTED', 300], ['COMPLETED', 20 * HOUR])),
  of('it is cancelled and delivered all the same', { begins: 'cancel', ...steps(['COMPLETED', 20 * MINUTE]) }, { plays: UNCONFIRMED }),
  of(
    'its answer is lost, and it is cancelled and delivered all the same',
    { begins: 'cancel', ...steps(['COMPLETED', 20 * MINUTE]) },
    { plays: LOST, calls: 'never' },
  ),
  of(
    'it has no price, and is cancelled and delivered all the same',
    { begins: 'cancel', ...steps(['COMPLETED', 20 * MINUTE]) },
    { plays: [{ on: 'create', does: 'no_price' }], calls: 'never' },
  ),
  of('it confirms by itself, with a lost answer', { begins: 'create', ...steps(['CONFIRMED', 100], ['COMPLETED', SECOND]) }, { plays: LOST }),
  of(
    'it confirms by itself, and its search knows nothing for three hours',
    { begins: 'create', ...steps(['CONFIRMED', 100], ['COMPLETED', SECOND]) },
    { plays: [...LOST, { on: 'search', does: 'empty_list', times: EVER, until_ms: 3 * HOUR }], calls: 'never' },
  ),
  of(
    'it confirms by itself, and its search never knows it by our reference',
    { begins: 'create', ...steps(['CONFIRMED', 100], ['COMPLETED', SECOND]) },
    { plays: [...LOST, { on: 'search', does: 'empty_list', times: EVER }], calls: 'never' },
  ),
  of('it is cancelled as it is ordered', { begins: 'create', ...steps(['CANCELLED', 0]) }),
  of('it is delivered and reversed after six days', steps(['COMPLETED', 300], ['REVERSED', 6 * DAY])),
  of('it is declined and delivered after six days', steps(['DECLINED', 300], ['COMPLETED', 6 * DAY])),
  of('it is declined and delivered after two days, and nobody is told', steps(['DECLINED', 300], ['COMPLETED', 2 * DAY]), { calls: 'never' }),
  of('it is delivered and reversed after two days, and nobody is told', steps(['COMPLETED', 300], ['REVERSED', 2 * DAY]), { calls: 'never' }),
  of('it is delivered, reversed, and delivered again', steps(['COMPLETED', 300], ['REVERSED', 20 * MINUTE], ['COMPLETED', 30 * MINUTE])),
  of('less arrives than was ordered', { delivers: { amount: 5 } }),
  of('more arrives than was ordered', { delivers: { amount: 80 } }),
  of('it arrives at another number', { delivers: { number: '+6591110000' } }),
  of('another product arrives', { delivers: { product_id: 4712, amount: 15 } }),
  of('it arrives in another currency', { delivers: { unit: 'MYR' } }),
  of('its reference is longer than a number keeps', { id: '9007199254#740993' }),
  of('its reference is the same for every order', { id: '4242424242' }),
  of('delivered, then it knows nothing of it', {}, { plays: [{ on: 'look', does: 'status_404', times: EVER, skip: 1 }] }),
  of('delivered, then it says declined for an hour', {}, { plays: [{ on: 'look', does: 'says_declined', times: EVER, until_ms: HOUR }] }),
  of(
    'delivered, and it says submitted for five hours',
    {},
    { plays: [{ on: 'look', does: 'says_submitted', times: EVER, until_ms: 5 * HOUR }], calls: 'never' },
  ),
]

/** The account without faults. FAULTS begins with it, because a fault's position in FAULTS is its account. */
export const HONEST: Fault = { name: 'nothing' }
export const FAULTS: readonly Fault[] = [HONEST, ...ORDERED, ...CONFIRMED, ...LOOKED_UP, ...SEARCHED, ...CANCELLED, ...CALLED_BACK, ...FATES]

const FALSE = new Set<Mischief>(['says_declined', 'says_cancelled', 'says_reversed', 'says_completed', 'class_and_word_differ'])
const FINAL = new Set<Becomes>(['COMPLETED', 'DECLINED', 'REJECTED', 'REVERSED', 'CANCELLED'])

/**
 * Whether the supplier reports a final state that is untrue or does not last, or delivers an order that was not confirmed. Only then may a sale end differently
 * in our books than at the supplier, and only with a case.
 */
export function isFalse({ plays = [], fate: { begins = 'confirm', steps = [] } = {} }: Fault): boolean {
  const finals = steps.filter(({ is }) => FINAL.has(is)).length
  const isUnasked = begins !== 'confirm' && steps.some(({ is }) => is === 'COMPLETED')
  return isUnasked || finals > 1 || plays.some(({ on, does }) => FALSE.has(does) && on !== 'cancel')
}
