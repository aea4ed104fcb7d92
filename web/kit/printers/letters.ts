// The letters a slip printer has. Printers keep character tables of 256 letters, which each maker numbers differently; letters in none of a printer's tables
// are written as plain ones, never as a question mark.
import type { ReceiptPrinterEncoderOptions } from '@point-of-sale/receipt-printer-encoder'
import type { Letters } from './settings.ts'

type Mapping = Pick<ReceiptPrinterEncoderOptions, 'codepageMapping' | 'codepageCandidates'>

/** The numbers of a make's tables, and the tables to search in this order: first the one with é ä ß €, then the one with ş ğ ı. */
export const mappings: Record<Exclude<Letters, 'plain'>, Mapping> = {
  epson: { codepageMapping: 'epson', codepageCandidates: ['windows1252', 'windows1254'] },
  bixolon: { codepageMapping: 'bixolon', codepageCandidates: ['windows1252', 'windows1254'] },
  citizen: { codepageMapping: 'citizen', codepageCandidates: ['windows1252', 'cp857'] },
  sunmi: { codepageMapping: 'sunmi', codepageCandidates: ['windows1252', 'cp857'] },
  pos: { codepageMapping: 'pos-5890', codepageCandidates: ['windows1252', 'cp857'] },
  western: { codepageMapping: 'xprinter', codepageCandidates: ['windows1252'] },
}

/** Typographic characters that printers lack, with plain replacements. */
const SIGNS: Record<string, string> = {
  ...{ '\u00a0': ' ', '\u202f': ' ', '\u2009': ' ', '’': "'", '‘': "'", '“': '"', '”': '"', '„': '"', '«': '"', '»': '"' },
  ...{ '–': '-', '—': '-', '−': '-', '…': '...', '·': '-', '•': '*', '✂': '' },
}
/** Letters that become plain in another way than by dropping an accent. */
const PLAIN: Record<string, string> = { ß: 'ss', ı: 'i', İ: 'I', æ: 'ae', Æ: 'AE', œ: 'oe', Œ: 'OE', ø: 'o', Ø: 'O', '€': 'EUR', '£': 'GBP', '°': 'o' }
const EVERYWHERE = /[\n -~]/
const WESTERN = /[ÀÂÄÇÈÉÊËÎÏÔÖÙÛÜàâäçèéêëîïôöùûüáíóúñß€]/
const TURKISH = /[şŞğĞıİ]/

/** Returns the text with letters that this printer does not have replaced by plain ones. */
export const printable = (text: string, letters: Letters): string =>
  [...text.normalize('NFC')].map((sign) => (EVERYWHERE.test(sign) ? sign : (SIGNS[sign] ?? letterOf(sign, letters)))).join('')

function letterOf(letter: string, letters: Letters): string {
  const isThere = letters !== 'plain' && (WESTERN.test(letter) || (letters !== 'western' && TURKISH.test(letter)))
  if (isThere) return letter
  const plain = PLAIN[letter] ?? letter.normalize('NFD').replace(/\p{M}/gu, '')
  return /^[ -~]*$/.test(plain) ? plain : ''
}
