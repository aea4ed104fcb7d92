// A plain name for each misbehaviour, from which the names of faults are built.
import type { Mischief } from './mischief.ts'

/** The kinds of requests to the supplier, in which a fault can happen. */
export type Moment = 'create' | 'confirm' | 'cancel' | 'look' | 'search'

export const words: Partial<Record<Mischief, string>> = {
  ...{ reset: 'the connection is reset', close: 'the connection is closed without a byte', silence: 'nothing is answered', drip: 'a byte every 150 ms' },
  ...{ cut_json: 'JSON cut in the middle', short: 'fewer bytes than announced', html: '200 with a page of maintenance', empty: 'an empty body' },
  ...{ no_content: '204', status_400: '400', status_404: '404, not found', status_500: '500', status_502: '502 with a page', status_503: '503' },
  ...{ status_504: '504 with a page', busy: '429, again in a second', busy_a_day: '429, again in a day', unauthorized: '401', forbidden: '403 with a page' },
  ...{ errors_with_200: '200 with a list of errors', plain_text: 'the answer as plain text', gzip_broken: 'said to be gzip and is not' },
  ...{ gzip_bomb: '100 MB in 100 kB of gzip', redirected: '302 to another host', redirected_here: '307 to itself', huge: 'a body of 100 MB' },
  ...{ endless: 'a body that does not end', closed_on_reuse: 'the kept connection is closed as the next request comes', hints: 'forty answers of 1xx first' },
  ...{
    continue_only: '100 and no more',
    switching: '101, another protocol',
    not_http: 'bytes that are not HTTP',
    two_answers: 'a second answer nobody asked for',
  },
  ...{ two_lengths: 'two different lengths', many_headers: 'headers of 200 kB', utf_16: 'UTF-16', status_299: 'status 299', other_date: 'a Date of 2099' },
  ...{
    said_null: 'null',
    said_a_word: 'one word',
    said_a_list: 'a list in place of the order',
    said_deep: 'brackets 50,000 deep',
    bom: 'a byte order mark first',
  },
  ...{ of_another: 'the answer about another order', two_states: 'two states in one object', unknown_class: 'a state of a class nobody knows' },
  ...{ no_status: 'no state', state_as_text: 'the state as a text', class_in_words: 'the class as a text', says_created: 'back to CREATED' },
  ...{ says_submitted: 'back to SUBMITTED', says_completed: 'COMPLETED, which it is not', says_declined: 'DECLINED, which it is not' },
  ...{
    says_reversed: 'REVERSED, which it is not',
    says_cancelled: 'CANCELLED, which it is not',
    class_and_word_differ: 'class DECLINED with the word COMPLETED',
  },
  ...{ no_id: 'no reference', id_null: 'a reference of null', id_as_text: 'the reference as a text', id_zero: 'reference 0', other_id: 'another reference' },
  ...{ no_external_id: 'without our reference', other_external_id: 'with a reference that is not ours', no_price: 'no prices' },
  ...{ price_null: 'a price of null', price_nan: 'a price of "NaN"', price_exponent: 'a price of 5.4e0', price_text: 'the price as a text' },
  ...{ price_comma: 'a price of "5,40"', price_negative: 'a price below nothing', price_zero: 'a price of nothing', price_dear: 'ten times the price' },
  ...{ price_long: 'a price of thirty places', price_huge: 'a price of 1e308', price_in_dollars: 'a price in dollars', price_with_fee: 'a fee on top' },
  ...{
    other_number: 'another number',
    no_number: 'no number',
    other_product: 'another product',
    dates_of_1970: 'dates of 1970',
    dates_of_2099: 'dates of 2099',
  },
  ...{ dates_no_dates: 'dates that are none', strange_letters: 'strange letters', long_words: 'a word of 900 kB', unasked_fields: 'fields nobody knows' },
  ...{ with_errors: 'the order and errors in one', used_already: 'our reference was used before', confirmed_already: 'already confirmed' },
  ...{ confirmed_no_more: 'can no longer be confirmed', cancelled_already: 'already cancelled', cancelled_no_more: 'can no longer be cancelled' },
  ...{ no_money: 'our balance is too low', no_product: 'no such product', bad_number: 'the number is wrong', unknown_code: 'a code of next year' },
  ...{ empty_list: 'finds nothing', list_of_others: 'finds only somebody else', shuffled_list: 'finds it between others', twice_in_list: 'finds it twice' },
  ...{ object_for_list: 'an object in place of the list', on_page_two: 'has it on the second page' },
}
export const MOMENTS: Readonly<Record<Moment, string>> = {
  ...{ create: 'as it is ordered', confirm: 'as it is confirmed', cancel: 'as it is cancelled', look: 'as it is looked up', search: 'as it is searched for' },
}
