// Commands that can be typed in the palette in one line: "credit gare 200", "stop weiss", a code. The functions are pure. A command only opens its screen;
// bookings and suspensions are confirmed there.
import { fold } from '../../../contract/kit/fold.ts'
import type { Money } from '../../../contract/kit/money.ts'
import { readAmount } from '../../kit/form/amount.ts'

export const verbs = ['credit', 'stop'] as const
export type Verb = (typeof verbs)[number]
/** `who`: the text by which the customer is searched. */
export type Command = { verb: Verb; who: string; amount: Money | undefined }

/** Returns the words for a verb from a text that lists them, such as "credit, top up". */
export const wordsIn = (text: string): string[] => text.split(',').map((word) => fold(word).trim())

/** Returns the command that a line gives: a word for the verb, then a name; after "credit" an amount may follow the name. Undefined for other lines. */
export function commandIn(typed: string, words: Readonly<Record<Verb, readonly string[]>>): Command | undefined {
  const line = fold(typed).trim().replace(/\s+/g, ' ')
  for (const verb of verbs) {
    const word = words[verb].find((one) => line.startsWith(`${one} `))
    if (!word) continue
    const rest = line.slice(word.length + 1).split(' ')
    const last = readAmount(rest.at(-1) ?? '')
    const isAmount = verb === 'credit' && rest.length > 1 && last.kind === 'amount' && last.amount > 0
    return { verb, who: (isAmount ? rest.slice(0, -1) : rest).join(' '), amount: isAmount ? last.amount : undefined }
  }
  return undefined
}

/** Reads a customer and an amount without a verb: "50 kiosque", "kiosque 12,50". The amount must be unambiguous and the name must have a letter. */
export function creditIn(typed: string): Command | undefined {
  const words = fold(typed).trim().replace(/€/g, ' ').split(/\s+/).filter(Boolean)
  if (words.length < 2) return undefined
  for (const [amount, rest] of [
    [words[0], words.slice(1)],
    [words.at(-1), words.slice(0, -1)],
  ] as const) {
    const read = readAmount(amount ?? '')
    if (read.kind === 'amount' && read.amount > 0 && /\p{L}/u.test(rest.join(' '))) return { verb: 'credit', who: rest.join(' '), amount: read.amount }
  }
  return undefined
}

/** Whether a text may be a serial, PIN, EAN or batch number, as scanned or pasted: one word of six characters or more, at least four of them digits. */
export const isCode = (typed: string): boolean => /^[\p{L}\d-]{6,100}$/u.test(typed.trim()) && (typed.match(/\d/g)?.length ?? 0) >= 4

/** Returns the text by which a batch is searched, from a line such as "batch 1043" or "#1043"; undefined for other lines. */
export function batchIn(typed: string, words: readonly string[]): string | undefined {
  const line = fold(typed).trim().replace(/\s+/g, ' ')
  const word = words.find((one) => line.startsWith(`${one} `))
  return (word ? line.slice(word.length + 1) : /^# ?(\d{1,9})$/.exec(line)?.[1]) || undefined
}

/**
 * Whether a text may be the number of a document or the code of a sale: one word that has a digit and is no PIN. A word that begins with ten digits or more
 * counts as a PIN if nothing or a letter follows them; if a dash, a dot or a slash follows, it counts as a number.
 */
export const isNumber = (typed: string): boolean => /^(?=\S*\d)(?!\d{10,}(?:\p{L}|$))[\p{L}\d/._-]{3,40}$/u.test(typed.trim())
