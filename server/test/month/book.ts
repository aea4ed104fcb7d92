// The test's own double-entry book. Every organisation in the chain from the seller to the owner of the goods has accounts, every entry balances, and each
// figure that the product shows is a sum of postings. No figure in this book depends on how the product counts.
import type { Money, Percent } from '../../../contract/kit/money.ts'

export const ORGANISATIONS = ['platform', 'nord', 'sud', 'kiosque', 'gare', 'port'] as const
export type Name = (typeof ORGANISATIONS)[number]
export const PARENT: Partial<Record<Name, Name>> = { nord: 'platform', sud: 'nord', kiosque: 'nord', gare: 'nord', port: 'sud' }

/**
 * Accounts of each organisation. wallet: its balance at its parent. customers: its customers' balances. drawer: what buyers paid in the shop. supplier: its
 * debt to suppliers, less what these take back. equity: the origin of booked money. For invoices, in whole cents: debtor, the customers' invoiced debt; net and
 * tax, the invoiced amounts; balances and bank, the payments of invoices.
 */
export type Account = 'wallet' | 'customers' | 'revenue' | 'cost' | 'stock' | 'supplier' | 'drawer' | 'equity' | 'debtor' | 'net' | 'tax' | 'balances' | 'bank'

/** The facts of an entry of the book: its kind, day, goods and organisations. */
export type About = {
  kind: 'opening' | 'import' | 'sale' | 'refund' | 'top_up' | 'auto_credit' | 'correction' | 'paper' | 'payment'
  /** The day in Berlin, as YYYY-MM-DD. */
  day: string
  at: number
  /** 1 for a sale, -1 for a refund. */
  sign: 1 | -1
  id: string
  sale_id: string
  shop: Name
  till: string
  configuration_id: string
  product_id: string
  type: string
  value: Money
  payment: string
  /** The name of the goods' tax treatment, which decides which goods are on the same invoice. */
  vat: string
}
export type Posting = { org: Name; account: Account; amount: Money; other?: Name; quantity?: number; supplier?: string; batch?: number; rate?: string }
export type Entry = Partial<About> & Pick<About, 'kind' | 'day' | 'at'> & { postings: readonly Posting[] }
/** One posting with the details of its entry. */
export type Line = Partial<About> & Pick<About, 'kind' | 'day' | 'at'> & Posting

/** Returns value × (1 − discount / 100), rounded to four decimals, half away from zero (docs/domain.md, Rounding). */
export function discounted(value: Money, discount: Percent): Money {
  const exact = value * (10_000 - discount)
  const [whole, rest] = [Math.floor(exact / 10_000), exact % 10_000]
  return rest >= 5_000 ? whole + 1 : whole
}

/** An amount in cents, rounded half away from zero. */
export const cents = (amount: Money): number => (amount < 0 ? -Math.floor((-amount + 50) / 100) : Math.floor((amount + 50) / 100))

const linesOf = ({ postings, ...about }: Entry): Line[] => postings.map((posting) => ({ ...about, ...posting }))

export class Book {
  readonly entries: Entry[]
  private readonly known = new Map<string, Line[]>()
  constructor(entries: readonly Entry[] = []) {
    this.entries = [...entries]
  }

  post(entry: Entry): void {
    for (const org of ORGANISATIONS) {
      const sum = entry.postings.filter((posting) => posting.org === org).reduce((all, { amount }) => all + amount, 0)
      if (sum !== 0) throw new Error(`${entry.kind} of ${entry.day} leaves ${sum} at ${org}`)
    }
    this.entries.push(entry)
    this.known.clear()
  }

  /** Returns the postings of one account of an organisation; if `isMeant` is given, only the postings that it accepts. */
  lines(org: Name, account: Account, isMeant?: (line: Line) => boolean): Line[] {
    const name = `${org} ${account}`
    const lines = this.known.get(name) ?? this.entries.flatMap((entry) => linesOf(entry).filter((line) => line.org === org && line.account === account))
    this.known.set(name, lines)
    return isMeant ? lines.filter(isMeant) : lines
  }

  sum(org: Name, account: Account, isMeant?: (line: Line) => boolean): Money {
    return this.lines(org, account, isMeant).reduce((all, { amount }) => all + amount, 0)
  }

  /** Returns a copy of the book in which one posting is too high by `by`, so that the book no longer balances. Every comparison has to notice this. */
  spoilt(isMeant: (line: Line) => boolean, by: Money): Book {
    let left = 1
    const entries = this.entries.map((entry) => {
      const { postings, ...about } = entry
      const changed = postings.map((posting) =>
        left > 0 && isMeant({ ...about, ...posting }) ? { ...posting, amount: posting.amount + by * left-- } : posting,
      )
      return { ...entry, postings: changed }
    })
    if (left > 0) throw new Error('nothing to spoil')
    return new Book(entries)
  }

  /** Returns a line for each organisation whose balance differs between its own accounts and its parent's. No organisation should have one. */
  mirrored(): string[] {
    return ORGANISATIONS.flatMap((org) => {
      const parent = PARENT[org]
      if (!parent) return []
      const [above, own] = [this.sum(parent, 'customers', ({ other }) => other === org), this.sum(org, 'wallet')]
      return above + own === 0 ? [] : [`${org} says ${own}, ${parent} ${-above}`]
    })
  }
}
