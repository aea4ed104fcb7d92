// Recognises the kind of a table, when a reseller moves in from another system, by the titles of its columns in five languages, and puts the cells of its rows
// in the order of the contract.

import { moveColumns, movePriceColumns } from '../../../../contract/customers/moving-in.ts'
import { headingKind } from '../../../../contract/goods/file-layout.ts'
import { fold } from '../../../../contract/kit/fold.ts'
import { moneyText } from '../../../../contract/kit/money.ts'
import { percentWire, readAmount } from '../../../kit/form/amount.ts'
import type { Table } from '../../goods/supplier-files/supplier-files.ts'

type Column = (typeof moveColumns)[number] | (typeof movePriceColumns)[number]
/** A row with its file and line, so that a message about a problem of the row can name them. */
export type FileRow = { file: string; line: number; cells: string[] }
export type MoveTable =
  | { kind: 'customers' | 'prices'; file: string; rows: FileRow[]; missing: Column[]; unread: string[] }
  | { kind: 'stock' | 'unknown'; file: string; rows: FileRow[] }

/**
 * The titles that each column may have in English, French, German, Turkish and Dutch, without case and accents, and with letters and digits only. The field's
 * own name is a title too.
 */
const titles: Record<Column, string> = {
  name: 'company shop shopname customer customername organisation organization nom client boutique kunde kundenname laden firma ad musteri bayi unvan naam klant winkel bedrijf',
  username: 'user login nomdutilisateur utilisateur identifiant benutzername benutzer kullaniciadi kullanici gebruikersnaam gebruiker',
  email: 'mail emailaddress courriel adresseemail emailadresse eposta epostaadresi emailadres',
  mobile: 'phone mobilephone mobilenumber telephone portable gsm mobilnummer handy handynummer telefon ceptelefonu cep telefonnummer mobielnummer telefoon',
  full_name: 'contact contactperson manager responsable interlocuteur ansprechpartner yetkili ilgilikisi contactpersoon',
  address: 'street adresse rue anschrift strasse adres sokak straat',
  house_no: 'housenumber number numero hausnummer hausnr kapino huisnummer',
  postal: 'postcode postalcode zip zipcode codepostal plz postleitzahl postakodu',
  city: 'town ville ort stadt sehir il plaats stad',
  country: 'pays land ulke',
  ustidnr: 'vatid vatnumber ndetva numerodetva tva ustid kdvnumarasi btwnummer',
  stnr: 'taxnumber nfiscal numerofiscal steuernummer verginumarasi vergino belastingnummer',
  plan_name: 'plan discountplan grille grillederemises rabattplan iskontoplani kortingsplan',
  balance: 'credit openingbalance solde soldedouverture guthaben saldo anfangssaldo kontostand bakiye acilisbakiyesi beginsaldo',
  credit_limit: 'limit limitedecredit kreditlimit kredilimiti kredietlimiet',
  customer_number:
    'customerno clientnumber nclient noclient numeroclient kundennummer kundennr kdnr debitorennummer musterinumarasi musterino klantnummer klantnr debiteurnummer',
  product_name: 'product card produit carte produkt karte urun kart kaart',
  value: 'denomination facevalue valeur wert nennwert deger waarde',
  discount: 'remise rabatt iskonto korting',
}
const plain = (title: string) => fold(title).replace(/[^a-z0-9]/g, '')
const columnOf = new Map<string, Column>(
  (Object.entries(titles) as [Column, string][]).flatMap(([column, words]) => [plain(column), ...words.split(' ')].map((word) => [word, column] as const)),
)

const REQUIRED = { customers: ['name', 'username', 'email', 'mobile'], prices: ['product_name', 'discount'] } as const

/** Whether a row without this column is refused. */
export const isNeeded = (kind: keyof typeof REQUIRED, column: string): boolean => REQUIRED[kind].some((one) => one === column)

/** Returns the columns of the table, found by their titles. If two columns have the same meaning, the first counts. */
function columnsIn(header: readonly string[]): Map<Column, number> {
  const found = new Map<Column, number>()
  for (const [i, title] of header.entries()) {
    const column = columnOf.get(plain(title))
    if (column && !found.has(column)) found.set(column, i)
  }
  return found
}

const kindOf = (columns: ReadonlyMap<Column, number>, header: readonly string[]): MoveTable['kind'] => {
  if (columns.has('product_name') && columns.has('discount')) return 'prices'
  if (columns.has('name') && (columns.has('username') || columns.has('email') || columns.has('balance'))) return 'customers'
  return header.some((title) => headingKind(title) === 'pin') ? 'stock' : 'unknown'
}

/**
 * Converts an amount to wire form. A text such as "1.000", which may mean a thousand or one, is sent with a question mark, so that it is refused and a person
 * decides.
 */
function amountWire(cell: string): string {
  const read = readAmount(cell.replace(/EUR/gi, ''))
  return read.kind === 'amount' ? moneyText(read.amount) : read.kind === 'ambiguous' ? `${cell} ?` : cell
}
/** Accountants' programs write a debt as −125,40, 125,40- or (125,40). */
const balanceWire = (cell: string) =>
  amountWire(
    cell
      .replace(/^\s*(?:[−–]|\((?=.*\)\s*$))/, '-')
      .replace(/^\s*([^-].*?)\s*-\s*$/, '-$1')
      .replace(/\)\s*$/, ''),
  )
const wire: Partial<Record<Column, (cell: string) => string>> = { balance: balanceWire, credit_limit: amountWire, value: amountWire, discount: percentWire }

export function recognise({ file, sheet, header: given, rows: all }: Table): MoveTable {
  const name = sheet ? `${file} · ${sheet}` : file
  // The titles may be in the first row of data, if the code that read the file did not recognise them as titles.
  const first = given.length === 0 && columnsIn(all[0]?.cells ?? []).size > 1
  const header = first ? (all[0]?.cells ?? []) : given
  const rows = (first ? all.slice(1) : all).map(({ row, cells }) => ({ file: name, line: row, cells }))
  const columns = columnsIn(header)
  const kind = kindOf(columns, header)
  if (kind === 'stock' || kind === 'unknown') return { kind, file: name, rows }
  const order: readonly Column[] = kind === 'customers' ? moveColumns : movePriceColumns
  const cellsOf = (cells: readonly string[]) =>
    order.map((column) => {
      const at = columns.get(column)
      const cell = at === undefined ? '' : (cells[at] ?? '').trim()
      return wire[column]?.(cell) ?? cell
    })
  return {
    ...{ kind, file: name, rows: rows.map((row) => ({ ...row, cells: cellsOf(row.cells) })) },
    missing: [...REQUIRED[kind], ...(kind === 'prices' && !columns.has('plan_name') ? (['username'] as const) : [])].filter((column) => !columns.has(column)),
    unread: header.filter((title, i) => title && columns.get(columnOf.get(plain(title)) as Column) !== i),
  }
}
