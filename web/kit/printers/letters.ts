// The letters that a slip printer can print. Printers have character tables of 256 letters, which each maker numbers differently. A letter that is in none of a
// printer's tables is replaced by a plain letter, never by a question mark.
import type { ReceiptPrinterEncoderOptions } from '@point-of-sale/receipt-printer-encoder'
import type { Letters } from './settings.ts'

type Mapping = Pick<ReceiptPrinterEncoderOptions, 'codepageMapping' | 'codepageCandidates'>

/** The numbers of a make's tables, in the order in which they are searched: first the table with é ä ß €, then the one with ş ğ ı. */
export const mappings: Record<Exclude<Letters, 'plain'>, Mapping> = {
  epson: { codepageMapping: 'epson', codepageCandidates: ['windows1252', 'windows1254'] },
  bixolon: { codepageMapping: 'bixolon', codepageCandidates: ['windows1252', 'windows1254'] },
  citizen: { codepageMapping: 'citizen', codepageCandidates: ['windows1252', 'cp857'] },
  sunmi: { codepageMapping: 'sunmi', codepageCandidates: ['windows1252', 'cp857'] },
  pos: { codepageMapping: 'pos-5890', codepageCandidates: ['windows1252', 'cp857'] },
  western: { codepageMapping: 'xprinter', codepageCandidates: ['windows1252'] },
}

/** Typographic characters that printers lack, and their plain replacements. */
const SIGNS: Record<string, string> = {
  ...{ '\u00a0': ' ', '\u202f': ' ', '\u2009': ' ', '’': "'", '‘': "'", '“': '"', '”': '"', '„': '"', '«': '"', '»': '"' },
  ...{ '–': '-', '—': '-', '−': '-', '…': '...', '·': '-', '•': '*', '✂': '' },
}
/** Letters whose plain form is not just the letter without its accent. */
const PLAIN: Record<string, string> = { ß: 'ss', ı: 'i', İ: 'I', æ: 'ae', Æ: 'AE', œ: 'oe', Œ: 'OE', ø: 'o', Ø: 'O', '€': 'EUR', '£': 'GBP', '°': 'o' }
const EVERYWHERE = /[\n -~]/
const WESTERN = /[ÀÂÄÇÈÉÊËÎÏÔÖÙÛÜàâäçèéêëîïôöùûüáíóúñß€]/
const TURKISH = /[şŞğĞıİ]/

/** Replaces every letter of a text that the printer does not have by a plain letter. */
export const printable = (text: string, letters: Letters): string =>
  [...text.normalize('NFC')].map((sign) => (EVERYWHERE.test(sign) ? sign : (SIGNS[sign] ?? letterOf(sign, letters)))).join('')

function letterOf(letter: string, letters: Letters): string {
  const isThere = letters !== 'plain' && (WESTERN.test(letter) || (letters !== 'western' && TURKISH.test(letter)))
  if (isThere) return letter
  const plain = PLAIN[letter] ?? letter.normalize('NFD').replace(/\p{M}/gu, '')
  return /^[ -~]*$/.test(plain) ? plain : ''
}
