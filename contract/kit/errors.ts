// Every refusal that the product can return: a stable code, its HTTP status and its English text. Some texts are prescribed by the specification
// (docs/domain.md, Calls). The browser translates by code; `message` on the wire is this text, for people who read raw answers.
import type { ProblemCode } from './problem-codes.ts'

export const errors = {
  invalid_input: { status: 400, text: 'Please check the marked fields' },
  form_unreadable: { status: 400, text: 'The form could not be read' },
  login_wrong: { status: 401, text: 'Wrong Username or Password' },
  // The specification prescribes this text, in German for every language.
  signed_out: { status: 401, text: 'Session beendet. Bitte erneuert Einloggen' },
  code_wrong: { status: 401, text: 'Wrong Email or Password' },
  account_stopped: { status: 403, text: 'This account is suspended' },
  login_expired: { status: 410, text: 'This login has expired. Start again.' },
  approval_refused: { status: 403, text: 'Please contact Admin for manual approval' },
  captcha_needed: { status: 428, text: 'Show that you are not a robot' },
  password_wrong: { status: 403, text: 'This is not your current password' },
  password_new_needed: { status: 403, text: 'Choose a new password first' },
  view_only: { status: 403, text: 'A support view changes nothing' },
  session_locked: { status: 423, text: 'The till is locked' },
  cashier_password: { status: 403, text: 'Log in with your password' },
  cashier_code_wrong: { status: 409, text: 'This code is not right' },
  cashier_code_new: { status: 409, text: 'Choose a code of your own first' },
  training_only: { status: 403, text: 'This is practice: nothing is changed here' },
  forbidden: { status: 403, text: 'You are not authorized' },
  not_found: { status: 404, text: 'Page Not Found' },
  organisation_unknown: { status: 404, text: 'No shop at this address' },
  too_many_requests: { status: 429, text: 'Too many attempts, wait a moment' },
  share_used_up: { status: 429, text: 'You are asking for too much at once. Wait a moment.' },
  too_large: { status: 413, text: 'This is larger than allowed' },
  internal: { status: 500, text: 'Internal Server Error' },
  busy: { status: 503, text: 'The system is busy, the same request may be sent again' },

  // Refusals about accounts.
  username_taken: { status: 409, text: 'Username not Available' },
  own_account: { status: 409, text: 'Somebody else has to change this for you' },
  own_request: { status: 403, text: 'Nobody decides their own request' },
  same_hand: { status: 403, text: 'One of you made or reset the account of the other in the last seven days' },
  number_wrong: { status: 409, text: 'This is not the number on their screen' },
  request_over: { status: 409, text: 'This request is no longer open' },
  registration_over: { status: 410, text: 'This link no longer works' },
  key_address: { status: 403, text: 'This key may not be used from this address' },
  key_amount: { status: 409, text: 'This key has reached its daily limit' },
  otp_wrong: { status: 409, text: 'This code is not right' },
  code_state: { status: 409, text: 'No one-time code is being set up' },
  shop_closed: { status: 409, text: 'The shop is closed at this hour' },

  // Refusals about money and stock. They have no effect: no money moved, and no PIN was taken.
  key_invalid: { status: 400, text: 'This transaction key was not issued to you' },
  key_reused: { status: 409, text: 'This transaction key was used for something else' },
  key_void: { status: 409, text: 'This transaction was given up and can no longer be sold' },
  in_progress: { status: 409, text: 'This transaction is still running' },
  not_on_offer: { status: 409, text: 'This product is not on offer to you' },
  price_changed: { status: 409, text: 'The price has changed, nothing was sold' },
  out_of_stock: { status: 409, text: 'Out of stock' },
  taken_a_moment_ago: { status: 409, text: 'The last ones were taken a moment ago' },
  credit_limit_reached: { status: 409, text: 'Credit limit reached' },
  customer_stopped: { status: 409, text: 'This account is suspended' },
  amount_out_of_range: { status: 400, text: 'This amount is out of range' },
  credit_limit_too_low: { status: 409, text: 'The limit would be below what is already used' },
  already_corrected: { status: 409, text: 'This booking is already corrected' },
  credit_spent: { status: 409, text: 'Part of this top-up is already spent. Nothing was booked.' },
  reseller_limit: { status: 409, text: 'Your reseller cannot cover this sale right now. Nothing was sold.' },
  below_cost_limit: { status: 409, text: 'This price is below cost, and no more is sold at it today' },
  supplier_refused: { status: 409, text: 'Transaction failed' },
  supplier_away: { status: 503, text: 'The supplier does not answer just now. Nothing was sold.' },
  sent_before: { status: 409, text: 'The same was sold for this number a moment ago' },
  planned_full: { status: 409, text: 'No more coming prices can be saved' },
  saved_full: { status: 409, text: 'No more numbers can be saved' },
  selling_too_fast: { status: 409, text: 'Too many sales in a short time. Nothing was sold. Wait a moment.' },
  reprint_refused: { status: 409, text: 'This slip can no longer be reprinted here' },
  sendings_used_up: { status: 429, text: 'No more messages can be sent for this sale' },
  pins_not_sent: { status: 409, text: 'These PINs are not sent' },
  download_used: { status: 410, text: 'This download was already fetched' },

  device_not_assigned: { status: 409, text: 'This device is not the assigned one' },
  terminal_inactive: { status: 409, text: 'The terminal is not activated' },

  // Refusals of bus tickets: nothing was sold, and no money moved.
  trip_full: { status: 409, text: 'This trip is fully booked' },
  seats_over: { status: 409, text: 'These seats are no longer reserved' },
  voucher_wrong: { status: 409, text: 'This voucher is not valid' },
  supplier_silent: { status: 424, text: 'The supplier does not answer right now' },
  not_cancellable: { status: 409, text: 'This ticket can no longer be cancelled' },

  // Refusals about goods, customers, prices and devices.
  ean_taken: { status: 409, text: 'This EAN belongs to another value' },
  configuration_used: { status: 409, text: 'A value with stock or sales stays as it is' },
  image_unreadable: { status: 400, text: 'This is not a PNG, JPEG or WebP picture' },
  attachment_unreadable: { status: 400, text: 'This is neither a picture nor a PDF that can be kept' },
  name_taken: { status: 409, text: 'This name is taken' },
  sub_domain_taken: { status: 409, text: 'This address is taken' },
  changed_meanwhile: { status: 409, text: 'Somebody changed this meanwhile' },
  serial_taken: { status: 409, text: 'This serial number is known already' },
  pairing_wrong: { status: 409, text: 'No device here has this code' },
  device_in_use: { status: 409, text: 'This device is in use' },
  terminal_taken: { status: 409, text: 'This terminal id belongs to somebody else' },
  terminal_limit: { status: 409, text: 'This customer has as many terminals as it may' },
  batch_sold: { status: 409, text: 'Part of this import is already sold; it can’t be undone' },
  batch_held: { status: 409, text: 'Held back after a restore of the database: release it first' },
  stock_refused: { status: 409, text: 'This delivery cannot be taken: ask your supplier about it' },
  stock_stopped: { status: 429, text: 'No more deliveries are taken from you today' },
  pin_known: { status: 409, text: 'A card with this code is in stock already' },

  // Refusals about documents.
  invoice_corrected: { status: 409, text: 'This document is already corrected' },
  datev_incomplete: { status: 409, text: 'The adviser’s numbers or accounts are incomplete' },
  e_invoice_incomplete: { status: 409, text: 'Something is missing that an e-invoice needs' },

  statement_unreadable: { status: 400, text: 'This statement cannot be read as a whole; nothing of it was taken' },

  // Refusals about files of PINs.
  file_not_csv: { status: 400, text: 'Only .csv files are accepted' },
  file_empty: { status: 400, text: 'The file has no rows' },
  file_encoding: { status: 400, text: 'The file is not text in UTF-8, UTF-16 or Windows-1252' },
  file_workbook: { status: 400, text: 'This is an Excel workbook, not a CSV file, whatever its name says' },
  uploads_open: { status: 429, text: 'Too many uploads are not finished: finish some of them or give them up first' },
  file_known: { status: 409, text: 'This file was imported before' },
  upload_state: { status: 409, text: 'This upload has moved on. Reload the page.' },
  upload_has_errors: { status: 409, text: 'Some rows of the file have errors' },
  batch_state: { status: 409, text: 'This batch cannot be changed like this' },
} as const

export type ErrorCode = keyof typeof errors

/** An invalid input field. `code` names the rule, `limit` its bound if the rule has one. */
export type FieldProblem = { field: string; code: ProblemCode; limit?: number | string }

/** Figures and names for a refusal's text, e.g. `available` and `missing` as money on the wire. */
export type Detail = Record<string, string | number | boolean | readonly string[]>

/** The wire shape of every refusal. */
export type RefusalBody = {
  message_type: 0
  code: ErrorCode
  message: string
  account_status: 0 | 1
  problems?: FieldProblem[]
  detail?: Detail
}
