// Compares the supplier's description of what it stored or delivered with our order: only details that both contain are compared.
import type { Failed } from './answers.ts'
import { euros } from './digits.ts'
import type { OrderEcho, Standing } from './supplier.ts'
import { ending } from './wire-mask.ts'

const digitsOf = (text: string) => text.replace(/\D/g, '')
const isSame: Readonly<Record<keyof OrderEcho, (one: string, other: string) => boolean>> = {
  product: (one, other) => one === other,
  currency: (one, other) => one === other,
  number: (one, other) => digitsOf(one) === digitsOf(other),
  amount: (one, other) => euros(one) !== undefined && euros(one) === euros(other),
}
const words = Object.keys(isSame) as (keyof OrderEcho)[]

/** How the supplier's description differs from our order, in words for a person; undefined if it does not differ. */
export function otherThan(expected: OrderEcho, told: OrderEcho = {}): string | undefined {
  const shown = (word: keyof OrderEcho, text: string) => (word === 'number' ? ending(text) : text.slice(0, 60))
  const others = words.flatMap((word) => {
    const [ours, theirs] = [expected[word], told[word]]
    return !ours || !theirs || isSame[word](ours, theirs) ? [] : [`${word} ${shown(word, theirs)}, not ${shown(word, ours)}`]
  })
  return others.length > 0 ? others.join('; ') : undefined
}

/** Why an order that was only stored is not confirmed: its price is higher or unreadable, or it differs from our order. */
export function objectionTo({ cost, told }: Standing, agreed: number, expected: OrderEcho): Extract<Failed, { outcome: 'refused' }> | undefined {
  if (cost === null) return { outcome: 'refused', code: 'not_available', reason: 'no price that can be read' }
  if (cost !== undefined && cost > agreed) return { outcome: 'refused', code: 'amount', reason: 'dearer than agreed' }
  const other = otherThan(expected, told)
  return other ? { outcome: 'refused', code: 'not_available', reason: `another order: ${other}` } : undefined
}
