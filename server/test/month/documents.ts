// Compares documents with the test's own book: lists, single documents on the screen, as PDF and as data, receivables, bookings for DATEV and the FEC, the
// month's pack.
import { createHash } from 'node:crypto'
import { strFromU8, unzipSync } from 'fflate'
import { readExtf } from '../../modules/papers/invoices/fixtures/extf-read.ts'
import { readFec } from '../../modules/papers/invoices/fixtures/fec-read.ts'
import { pdfTexts } from '../pdf-text.ts'
import type { Book, Line, Name } from './book.ts'
import { Compared } from './compare.ts'
import { csvOf, fetched } from './files.ts'
import { within } from './lists.ts'
import type { Month } from './month.ts'
import { nets, type Paper, totalOf } from './papers.ts'
import { amountOf, listOf, objectOf, type Row, type User } from './people.ts'

const ISSUERS = ['nord', 'sud', 'platform'] as const
const german = (amount: number) => {
  const [whole = '', rest = ''] = (Math.abs(amount) / 100).toFixed(2).split('.')
  return `${amount < 0 ? '-' : ''}${whole.replace(/\B(?=(\d{3})+$)/g, '.')},${rest}`
}
const of = (paper: Paper) => (line: Line) => line.id === paper.document_no
const figures = (book: Book, paper: Paper) => {
  const { issuer } = paper
  const owed = book.sum(issuer, 'debtor', (line) => line.kind === 'paper' && of(paper)(line))
  const [net, tax] = (['net', 'tax'] as const).map((account) => 0 - book.sum(issuer, account, of(paper)))
  return [net, tax, owed, book.sum(issuer, 'debtor', of(paper))].map((one) => (one === 0 ? 0 : one))
}
const told = (row: Row) => ['net', 'tax', 'total', 'open'].map((key) => amountOf(row[key]))

/** Compares every document in the lists of its issuer and its customer, with totals and open amounts. */
export async function invoices(month: Month, book: Book): Promise<Compared> {
  const said = new Compared()
  const { people, papers } = month
  for (const issuer of ISSUERS) {
    const mine = papers.made.filter((paper) => paper.issuer === issuer)
    const got: Row[] = []
    for (const path of ['/view_invoices/', '/view_reclamation_invoices/']) {
      // The platform has the documents of all organisations below it in one list.
      const filters = issuer === 'platform' ? { customer_id: people.ids.nord } : {}
      const { content, last } = await people.all(issuer, path, { filters }, 20)
      const kind = path === '/view_invoices/' ? 'invoice' : 'correction'
      const all = mine.filter((paper) => paper.kind === kind)
      got.push(...content)
      const due = all.map((paper) => figures(book, paper))
      const sums = [0, 1, 2, 3].map((i) => due.reduce((sum, row) => sum + (row[i] ?? 0), 0))
      said.same(`${path} of ${issuer}`, [objectOf(last, 'totals').documents, ...told(objectOf(last, 'totals'))], [all.length, ...sums])
      said.same(`the mark of ${path} of ${issuer}`, objectOf(last, 'agrees').agrees, true)
    }
    said.rows(
      `documents of ${issuer}:`,
      new Map(got.map((row) => [String(row.document_no), told(row)])),
      new Map(mine.map((paper) => [paper.document_no, figures(book, paper)])),
    )
    for (const customer of new Set(mine.map((paper) => paper.customer))) {
      const received: Row[] = []
      for (const path of ['/view_invoices/', '/view_reclamation_invoices/'])
        received.push(...(await people.all(customer as User, path, { filters: { received: 1 } }, 20)).content)
      const own = mine.filter((paper) => paper.customer === customer)
      const due = own.map((paper) => figures(book, paper))
      const ofIssuer = received.filter((row) => own.some(({ document_no }) => document_no === row.document_no))
      said.rows(
        `received by ${customer}:`,
        new Map(ofIssuer.map((row) => [String(row.document_no), told(row)])),
        new Map(own.map(({ document_no }, i) => [document_no, due[i]])),
      )
      const open = ofIssuer.reduce((sum, row) => sum + amountOf(row.open), 0)
      said.same(
        `${customer} owes ${issuer} by its papers`,
        open,
        book.sum(issuer, 'debtor', ({ other }) => other === customer),
      )
    }
    for (const path of ['/get_customers_for_invoice/', '/get_customers_for_reclamation_invoice/']) {
      const { content } = await people.all(issuer, path, { ...month.period }, 20)
      said.same(`${path} of ${issuer} after the last run`, content.length, 0)
    }
  }
  return said
}

/** Compares each document with the book as it is shown on the screen, as PDF, and as data. */
export async function drawings(month: Month, book: Book): Promise<Compared> {
  const said = new Compared()
  for (const paper of month.papers.made) {
    const { invoice_id, document_no, issuer } = paper
    const user = issuer as User
    const [net = 0, tax = 0, total = 0, open = 0] = figures(book, paper)
    const report = await month.people.done(user, '/get_invoice_report/', { invoice_id })
    said.same(`${document_no} is open`, amountOf(report.open), open)
    const paid = listOf(report, 'payments').reduce((sum, { amount }) => sum + amountOf(amount), 0)
    said.same(`payments of ${document_no}`, paid, book.sum(issuer, 'bank', of(paper)))
    const sums = listOf(objectOf(report, 'drawing'), 'sums')
    const shown = sums.filter(({ isTotal }) => isTotal).map(({ value }) => String(value).replace(/\s|€/g, ''))
    // The second total is the amount left to pay, after what the customer's balance paid at once.
    const due = total - book.sum(issuer, 'balances', of(paper))
    said.same(`${document_no} shows its total`, shown, [german(total / 100), german(due / 100)])
    const pdf = await month.people.done(user, '/fetch_invoice/', { invoice_id, file: 'pdf' })
    const texts = pdfTexts(Buffer.from(String(pdf.bytes), 'base64')).map((text) => text.replace(/\s|€/g, ''))
    said.same(`${document_no} prints its total`, texts.includes(german(total / 100)), true)
    const { bytes } = await month.people.done(user, '/fetch_invoice/', { invoice_id, file: 'xrechnung' })
    const xml = Buffer.from(String(bytes), 'base64').toString()
    const summation = /<ram:SpecifiedTradeSettlementHeaderMonetarySummation>(.*?)<\/ram:SpecifiedTradeSettlementHeaderMonetarySummation>/s.exec(xml)?.[1] ?? ''
    const read = (name: string, within: string) =>
      [...within.matchAll(new RegExp(`<ram:${name}\\b[^>]*>([^<]*)<`, 'g'))].map(([, text = '']) => Math.round(Number(text) * 100))
    const [basis, taxes, grand] = ['TaxBasisTotalAmount', 'TaxTotalAmount', 'GrandTotalAmount'].map((name) => read(name, summation)[0] ?? 0)
    said.same(`${document_no} as data`, [basis, taxes, grand], [net / 100, tax / 100, total / 100])
    const lines = [...xml.matchAll(/<ram:SpecifiedTradeSettlementLineMonetarySummation>(.*?)<\/ram:Spec/gs)].flatMap(([, line = '']) =>
      read('LineTotalAmount', line),
    )
    said.same(
      `lines of ${document_no}`,
      lines.reduce((sum, one) => sum + one, 0),
      net / 100,
    )
    said.same(`rounded by ${document_no}`, [nets(paper) * 100, totalOf(paper) * 100], [net, total])
  }
  return said
}

/** The accounts for income by tax rate, as the German chart of accounts SKR03 has them by default. */
const ACCOUNTS: Record<string, string> = { full: '8400', reduced: '8300', outside: '1590', telephony: '8337' }

/**
 * Compares the files for DATEV, by day of supply and by day of document, and the FEC: each document balances with its payments, each account agrees with the
 * book.
 */
export async function bookings(month: Month, book: Book): Promise<Compared> {
  const said = new Compared()
  const { people } = month
  const kept = (org: Name, account: 'net' | 'tax' | 'balances' | 'bank' | 'debtor', isMeant: (line: Line) => boolean) => book.sum(org, account, isMeant) / 100
  const inMonth = within(month.period)
  const numbersOf = (isMeant: (line: Line) => boolean) =>
    new Set(book.entries.flatMap((entry) => (isMeant({ ...entry, org: 'nord', account: 'debtor', amount: 0 }) ? [entry.id] : [])))
  const fetch = async (by: string) => readExtf(Buffer.from(String((await people.done('nord', '/fetch_datev/', { ...month.period, by })).bytes), 'base64')).rows
  for (const by of ['supplied', 'issued']) {
    // By day of supply the file has the documents of all the month's sales, also documents made after the month; by document date it has only documents made in
    // the month.
    const numbers = numbersOf(by === 'supplied' ? ({ kind }) => kind === 'paper' : (line) => line.kind === 'paper' && inMonth(line))
    const meant = ({ id }: Line) => numbers.has(id)
    const rows = await fetch(by)
    const sum = (account: string) => rows.filter(({ contra }) => contra === account).reduce((all, { cents }) => all + cents, 0)
    for (const [rate, account] of Object.entries(ACCOUNTS)) {
      const gross = 0 - kept('nord', 'net', (line) => meant(line) && line.rate === rate) - kept('nord', 'tax', (line) => meant(line) && line.rate === rate)
      said.same(`DATEV by ${by}: account ${account}`, sum(account), gross)
    }
    const balances = 0 - kept('nord', 'balances', meant)
    said.same(`DATEV by ${by}: settled by balances`, sum('1710'), balances === 0 ? 0 : balances)
    const paid = 0 - kept('nord', 'bank', (line) => inMonth(line))
    said.same(`DATEV by ${by}: paid`, sum('1200'), paid)
    for (const customer of ['kiosque', 'gare', 'sud'] as const) {
      const { debtor_in_use } = await people.done('nord', '/view_invoice_terms/', { customer_id: people.ids[customer] })
      const all = rows.filter(({ account }) => account === debtor_in_use).reduce((total, { cents }) => total + cents, 0)
      said.same(
        `DATEV by ${by}: ${customer}`,
        all,
        kept('nord', 'debtor', (line) => line.other === customer && meant(line)),
      )
    }
    const documents = new Set(rows.map(({ document }) => document))
    said.same(
      `DATEV by ${by}: documents`,
      [...documents].sort(),
      [...new Set([...numbers].flatMap((id) => (book.lines('nord', 'debtor', (line) => line.id === id).length > 0 ? [id] : [])))].sort(),
    )
  }
  const { bytes } = await people.done('nord', '/fetch_fec/', { ...month.period })
  const rows = readFec(Buffer.from(String(bytes), 'base64'))
  const sum = (start: string) => rows.filter((row) => String(row.CompteNum).startsWith(start)).reduce((all, { cents }) => all + cents, 0)
  said.same('FEC: customers', sum('411'), kept('nord', 'debtor', inMonth))
  said.same('FEC: tax', sum('445'), kept('nord', 'tax', inMonth))
  said.same('FEC: sold and passed on', sum('7') + sum('467') + sum('487'), kept('nord', 'net', inMonth))
  said.same('FEC: bank', sum('512'), kept('nord', 'bank', inMonth))
  said.same('FEC: balances', sum('419'), kept('nord', 'balances', inMonth))
  return said
}

/** Compares the month's pack with the book's month, file by file. */
export async function monthPack(month: Month, book: Book): Promise<Compared> {
  const said = new Compared()
  const inMonth = within(month.period)
  for (const user of ['nord', 'sud'] as const) {
    const { download_id } = await month.people.done(user, '/start_month_pack/', { month: month.name })
    const files = unzipSync(await fetched(month, user, download_id))
    const manifest = JSON.parse(strFromU8(files['manifest.json'] ?? new Uint8Array())) as {
      files: { name: string; bytes: number; sha256: string }[]
      left_out: unknown[]
    }
    said.same(`nothing is left out for ${user}`, manifest.left_out, [])
    for (const { name, bytes, sha256 } of manifest.files)
      said.same(
        `${name} of ${user}`,
        [
          files[name]?.length,
          createHash('sha256')
            .update(files[name] ?? new Uint8Array())
            .digest('hex'),
        ],
        [bytes, sha256],
      )
    const made = month.papers.made.filter(
      ({ issuer, document_no }) => issuer === user && book.lines(user, 'debtor', (line) => line.id === document_no && inMonth(line)).length > 0,
    )
    const issued = Object.keys(files).filter((name) => /^issued\/.*\.pdf$/.test(name))
    said.same(`papers in the month’s end of ${user}`, issued.sort(), made.map(({ document_no }) => `issued/${document_no}.pdf`).sort())
    const table = (name: string) => {
      const [head = [], ...rows] = csvOf(files[name] ?? new Uint8Array())
      return rows.map((row): Record<string, string> => Object.fromEntries(head.map((key, i) => [key, row[i] ?? ''])))
    }
    const amount = (cell = '') => Math.round(Number(cell.replace(',', '.') || 0) * 10_000)
    const side = (rows: Record<string, string>[], key: string) => rows.reduce((all, row) => all + amount(row[key]), 0)
    const own = table('ledger-own.csv').filter(({ kind }) => kind !== 'opening' && kind !== 'closing')
    const moved = book.lines(user, 'wallet', (line) => line.kind !== 'opening' && inMonth(line)).reduce((all, one) => all + one.amount, 0)
    said.same(`own ledger of ${user} in the month’s end`, side(own, 'credit') - side(own, 'debit'), moved)
    const theirs = table('ledger-customers.csv').filter(({ kind }) => kind !== 'opening' && kind !== 'closing')
    const customers = book.lines(user, 'customers', (line) => line.kind !== 'opening' && inMonth(line)).reduce((all, one) => all - one.amount, 0)
    said.same(`ledgers of customers of ${user} in the month’s end`, side(theirs, 'credit') - side(theirs, 'debit'), customers)
    const goods = new Set(month.goods.cards.filter(({ owner }) => owner === user).map(({ configuration_id }) => configuration_id))
    const stock = Object.keys(files).filter((name) => name.startsWith('stock'))
    const mine = stock.flatMap(table).filter((row) => goods.has(row.configuration_id ?? ''))
    said.same(`stock of ${user} in the month’s end`, side(mine, 'closing_cost'), book.sum(user, 'stock'))
  }
  return said
}
