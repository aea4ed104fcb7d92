// English texts of messages. Codes and links are each on a line of their own.
import type { Texts } from '../kinds.ts'

export const en: Texts = {
  contact: 'Questions? {contact}',
  automatic: 'This message was sent automatically. Replies are not read.',
  answered: 'You can reply to this mail: your text becomes a comment on the claim.',
  kinds: {
    login_code: {
      subject: '{portal}: your login code',
      text: 'Somebody is logging in to {portal} with your user name. If it is you, this is your code:\n\n{code}\n\nIt works for ten minutes, once. We never ask for it by phone. If it is not you, change your password: somebody knows it.',
      sms: '{code} is your login code for {portal}. Never tell it to anybody.',
    },
    registration: {
      subject: '{portal}: choose your user name and password',
      text: 'Hello {name},\n\nAn account for {organisation} is ready for you. Choose your user name and your password here:\n\n{link}\n\nThe link works for seven days, once. If you were not expecting it, do nothing: without you the account stays closed.',
      sms: '{portal}: choose your password here: {link}',
    },
    registration_code: {
      subject: '{portal}: the code for your registration',
      text: 'Type this code where you are registering:\n\n{code}\n\nIt works for ten minutes, once. We never ask for it by phone.',
      sms: '{code} is your registration code for {portal}. Never tell it to anybody.',
    },
    code_setup: {
      subject: '{portal}: confirm where your codes go',
      text: 'From now on your login codes for {portal} are to come here. Type this code in the settings to confirm:\n\n{code}\n\nIt works for ten minutes. If you did not ask for it, change your password.',
      sms: '{code} confirms this number for {portal}. Never tell it to anybody.',
    },
    new_device: {
      subject: '{portal}: login on a new device',
      text: 'Your account was just used on a device it did not know: {device}, from {address}.\n\nIf it was you, there is nothing to do. If not, change your password now and end the other sessions in the settings.',
      sms: '{portal}: login on a new device ({device}). Not you? Change your password now.',
    },
    password_changed: {
      subject: '{portal}: your password was changed',
      text: 'The password of your account on {portal} was just changed on {device}, from {address}.\n\nIf it was you, there is nothing to do. If not, tell your contact below at once.',
      sms: '{portal}: your password was changed. Not you? Call your contact at once.',
    },
    purchase_list: {
      subject: '{portal}: purchase list of {name}',
      text: 'Good day,\n\n{name} would like to order:\n\n{lines}\n\nPlease send the files as always.',
      sms: '{portal}: {name} sent you a purchase list by mail.',
    },
    invoice_made: {
      subject: '{portal}: {title} {number}',
      text: '{issuer} made a document for you: {title} {number}, {amount}\n\nIt goes with this mail, as PDF and as data for your books. You also find it here:\n\n{link}',
      sms: '{portal}: {title} {number}: {amount}',
    },
    invoice_overdue: {
      subject: '{portal}: invoice {number} is overdue',
      text: 'Invoice {number} was to be paid by {due}. Still open: {amount}\n\nThis is the document:\n\n{link}\n\nIf you have paid meanwhile, there is nothing to do.',
      sms: '{portal}: {number} is overdue: {amount}',
    },
    direct_debit_ahead: {
      subject: '{portal}: we collect {amount} on {day}',
      text: '{issuer} will collect {amount} from your bank account on {day} by SEPA direct debit:\n\n{lines}\n\nMandate reference: {reference}\nCreditor identifier: {creditor}\n\nPlease make sure that your account has enough money on that day.',
      sms: '{portal}: {amount} will be collected on {day}.',
    },
    direct_debit_given_up: {
      subject: '{portal}: nothing is collected on {day}',
      text: '{issuer} announced a SEPA direct debit of {amount} from your bank account for {day}. It was given up: nothing is collected for these invoices on that day.\n\n{lines}\n\nInvoices that are not paid yet remain due. You will be told before they are collected again.',
      sms: '{portal}: the direct debit of {day} was given up.',
    },
    login_request: {
      subject: '{portal}: {name} is waiting for your approval',
      text: '{name} is logging in on a device the account does not know: {device}. The screen there shows this reference:\n\n{code}\n\nIf you know about it, approve it in {portal} under “Login requests”. If not, refuse it there.',
      sms: '{portal}: {name} waits for approval, reference {code}.',
    },
    slip: {
      subject: '{organisation}: slip of your top-up',
      text: 'Your top-up has arrived. Sold by: {organisation}\n\n{goods}\nNumber: {number}\nArrived: {arrived}\nPrice: {price}\nTime: {at}\nTransaction: {order}',
      sms: '{organisation}: {goods}, {number}, arrived: {arrived}, price: {price}, {at}, no. {order}',
    },
    pins: {
      subject: '{organisation}: your code',
      text: 'You bought at {organisation}:\n\n{lines}\n\nWhoever reads this message can use it. Keep it to yourself.',
      sms: '{organisation}\n{lines}',
    },
    credit_low: {
      subject: '{portal}: your balance is running low',
      text: 'Hello,\n\nThe balance of {organisation} is running low. Available: {available}\n\nPlease ask {portal} for a top-up in time. You see your balance here:\n\n{link}\n\nIf you do not want such reminders, switch them off there.',
      sms: '{portal}: your balance is low: {available}.',
    },
    credit_lasts: {
      subject: '{portal}: your balance is running low',
      text: 'Hello,\n\nThe balance of {organisation} is running low. Available: {available}\n\nAt your usual pace it lasts until {until}.\n\nPlease ask {portal} for a top-up in time. You see your balance here:\n\n{link}\n\nIf you do not want such reminders, switch them off there.',
      sms: '{portal}: your balance {available} lasts until {until}.',
    },
    report: {
      subject: '{portal}: {title}, {day}',
      text: 'Hello,\n\nAttached is the report you have sent to you: {title}, {day}\n\nYou change or end it in {portal} under “Reports by mail”.',
      sms: '{portal}: report {title}, {day}.',
    },
    report_link: {
      subject: '{portal}: {title}',
      text: 'Hello,\n\nThe report {title} is too large for a mail. Log in and fetch it here, within a day:\n\n{link}',
      sms: '{portal}: the report {title} is ready.',
    },
    reclaim_list: {
      subject: '{portal}: list of claims, {count}',
      text: 'Hello,\n\nAttached is a list of cards of {company} that customers claim do not work. Claims: {count}.\n\nPlease write yes (not used, credited) or no into the column answer and send the file back.\n\n{note}',
      sms: '{portal}: list of claims, {count}.',
    },
    reclaim_comment: {
      subject: '{portal}: comment on claim {number}',
      text: '{name} wrote about claim {number} ({product}):\n\n{lines}\n\nRead the claim and answer here:\n\n{link}',
      sms: '{portal}: new comment on claim {number}.',
    },
    reclaim_reply_refused: {
      subject: '{portal}: your reply to claim {number} was not taken',
      text: 'Your reply to claim {number} was not taken. The claim has been decided for some time, has as many comments as it may have, or you may no longer work with claims.\n\nIf you can, read it here:\n\n{link}',
      sms: '{portal}: your reply to claim {number} was not taken.',
    },
    reclaim_reply_files: {
      subject: '{portal}: the files of your reply to claim {number}',
      text: 'The text of your reply to claim {number} was taken, its files were not. Please attach them here:\n\n{link}',
      sms: '{portal}: the files of your reply to claim {number} were not taken.',
    },
    prices_coming: {
      subject: '{portal}: new prices from {day}',
      text: 'From {day} {issuer} has new prices for you.\n\nYou see them at the till, or from that day in the list of your products.',
      sms: '{portal}: new prices from {day}.',
    },
  },
}
