// Reads the field :86: of an MT940 file, the details of an entry. German banks number its parts, Dutch banks name them between slashes, other banks write plain
// text.
import { germanIban, isIban } from './accounts.ts'
import { type Purpose, purposeOf, startsWithMarker } from './purpose.ts'
import { bareAccount, ownReference, tidy } from './statement.ts'

/** `returned`: the text in which the bank may write the reason of a return. Only banks that name the parts keep it separate from the purpose. */
type Details = Omit<Purpose, 'iban'> & { name: string; account: string; returned: string }

/** The full length of a numbered part, and of a line. A text that fills it continues in the next part or line without a space. */
const [PART, LINE] = [27, 65]
const joined = (pieces: readonly string[], full: number) =>
  pieces.map((piece, i) => (piece.length >= full && !startsWithMarker(pieces[i + 1] ?? '') ? piece : `${piece} `)).join('')

export function detailsOf(lines: readonly string[]): Details {
  const [, sign] = /^\d{3}([^\w\s])\d\d/.exec(lines[0] ?? '') ?? []
  if (sign) return numbered(lines.join(''), sign)
  const text = joined(lines, LINE)
  return /\/(NAME|REMI|EREF|CNTP)\//.test(text) ? named(lines.join('')) : { name: '', account: '', returned: text, ...purposeOf(tidy(text)) }
}

/** Whether this number marks a part of the purpose. (30 and 31 are the payer's bank and account, 32 and 33 the payer's name.) */
const isPurpose = (number: string) => /^(2\d|6[0-3])$/.test(number)

function numbered(text: string, sign: string): Details {
  const parts: { number: string; text: string }[] = []
  for (const piece of text.slice(3).split(sign).slice(1)) {
    const [, number, said = ''] = /^(\d\d)(.*)$/s.exec(piece) ?? []
    const before = parts.at(-1)
    if (number) parts.push({ number, text: said })
    // A separator that is not followed by a number belongs to the text.
    else if (before) before.text += sign + piece
  }
  const of = (is: (number: string) => boolean) => parts.filter(({ number }) => is(number)).map((part) => part.text)
  const one = (wanted: string) => bareAccount(of((number) => number === wanted).join(''))
  const { iban, ...written } = purposeOf(joined(of(isPurpose), PART))
  const account = one('31')
  return {
    ...written,
    returned: joined(of(isPurpose), PART),
    name: tidy(
      joined(
        of((number) => number === '32' || number === '33'),
        PART,
      ),
    ),
    account: isIban(account) ? account : iban || (germanIban(one('30'), account) ?? account),
  }
}

const CODES = /\/(TRTP|TRCD|IBAN|BIC|NAME|REMI|EREF|MARF|CSID|ORDP|BENM|ULTD|ULTC|CNTP|PREF|PURP|RTRN|ISDT|ADDR)\//

function named(text: string): Details {
  // After splitting, each code is followed by its text.
  const pieces = text.split(CODES)
  const of = (code: string) => tidy(pieces.flatMap((piece, i) => (i % 2 === 1 && piece === code ? (pieces[i + 1] ?? '') : [])).join(' '))
  const [account = '', , name = ''] = of('CNTP').split('/')
  return {
    name: of('NAME') || name,
    account: of('IBAN') || account,
    purpose: of('REMI')
      .replace(/^(USTD\/\/|STRD\/(CUR|ISO)\/)/, '')
      .replace(/\/+$/, ''),
    end_to_end: of('EREF').replace(/\/+$/, ''),
    returned: of('RTRN'),
    batch: ownReference(of('PREF').replace(/\/+$/, '')),
  }
}
