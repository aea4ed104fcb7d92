// Which letters a slip printer has. Printers keep tables of 256 letters each, numbered by their makers in their own ways; what a printer has in no table is
// written with plain letters, never as a question mark.
import type { ReceiptPrinterEncoderOptions } from '@point-of-sale/receipt-printer-encoder'
import type { Letters } from './settings.ts'

type Mapping = Pick<ReceiptPrinterEncoderOptions, 'codepageMapping' | 'codepageCandidates'>

/** A make's numbers, and the tables that are looked through in this order: é ä ß € first, then ş ğ ı. */
export const mappings: Record<Exclude<Letters, 'plain'>, Mapping> = {
  epson: { codepageMapping: 'epson', codepageCandidates: ['windows1252', 'windows1254'] },
  bixolon: { codepageMapping: 'bixolon', codepageCandidates: ['windows1252', 'windows1254'] },
  citizen: { codepageMapping: 'citizen', codepageCandidates: ['windows1252', 'cp857'] },
  sunmi: { codepageMapping: 'sunmi', codepageCandidates: ['windows1252', 'cp857'] },
  pos: { codepageMapping: 'pos-5890', codepageCandidates: ['windows1252', 'cp857'] },
  western: { codepageMapping: 'xprinter', codepageCandidates: ['windows1252'] },
}

/** Signs of typesetting that no printer needs. */
const SIGNS: Record<string, string> = {
  ...{ '\u00a0': ' ', '\u202f': ' ', '\u2009': ' ', '’': "'", '‘': "'", '“': '"', '”': '"', '„': '"', '«': '"', '»': '"' },
  ...{ '–': '-', '—': '-', '−': '-', '…': '...', '·': '-', '•': '*', '✂': '' },
}
/** Letters that lose more than a mark. */
const PLAIN: Record<string, string> = { ß: 'ss', ı: 'i', İ: 'I', æ: 'ae', Æ: 'AE', œ: 'oe', Œ: 'OE', ø: 'o', Ø: 'O', '€': 'EUR', '£': 'GBP', '°': 'o' }
const EVERYWHERE = /[\n -~]/
const WESTERN = /[ÀÂÄÇÈÉÊËÎÏÔÖÙÛÜàâäçèéêëîïôöùûüáíóúñß€]/
const TURKISH = /[şŞğĞıİ]/

/** As this printer can print it. */
export const printable = (text: string, letters: Letters): string =>
  [...text.normalize('NFC')].map((sign) => (EVERYWHERE.test(sign) ? sign : (SIGNS[sign] ?? letterOf(sign, letters)))).join('')

function letterOf(letter: string, letters: Letters): string {
  const isThere = letters !== 'plain' && (WESTERN.test(letter) || (letters !== 'western' && TURKISH.test(letter)))
  if (isThere) return letter
  const plain = PLAIN[letter] ?? letter.normalize('NFD').replace(/\p{M}/gu, '')
  return /^[ -~]*$/.test(plain) ? plain : ''
}
