// The columns of tables that banks offer as CSV, recognised by their titles in German, English, French, Dutch and Turkish.
import { fold } from '../../../../contract/kit/fold.ts'

export const columns = [
  ...(['booked', 'value_day', 'amount', 'credit', 'debit', 'direction', 'currency', 'state'] as const),
  ...(['account', 'name', 'iban', 'purpose', 'booking_text', 'end_to_end', 'batch'] as const),
]
export type Column = (typeof columns)[number]

/**
 * Titles in small letters without accents, signs and the currency: "Betrag (€)", "Betrag in EUR" and "Betrag" are the same title. `account` is the user's own
 * account; the payer's account has other titles.
 */
const titles: Record<Column, string> = {
  booked:
    'buchungstag buchungsdatum buchung datum bookingdate bookeddate dateofbooking transactiondate date completeddate dateoperation datedoperation datecomptable datedecomptabilisation dateecriture datedexecution boekdatum boekingsdatum transactiedatum uitvoeringsdatum tarih islemtarihi',
  value_day: 'valuta valutadatum wertstellung wertstellungstag wertstellungsdatum valuedate datevaleur datedevaleur rentedatum valutatarihi valortarihi valor',
  amount:
    'betrag umsatz buchungsbetrag amount transactionamount montant montantoperation montantdeloperation bedrag transactiebedrag tutar islemtutari islemtutar meblag',
  credit:
    'haben gutschrift gutschriften eingang credit creditamount paidin moneyin creditbetrag montantcredit bij bijschrijving creditbedrag alacak gelen gelentutar',
  debit: 'soll lastschrift belastung ausgang debit debitamount paidout moneyout montantdebit af afschrijving debetbedrag debet borc giden gidentutar',
  direction:
    'sollhaben habensoll sollhabenkennzeichen sh shkz creditdebit debitcredit creditdebitindicator drcr sens afbij afbijschrijving debetcredit borcalacak',
  currency: 'wahrung waehrung currency devise monnaie munt muntsoort parabirimi dovizcinsi doviz',
  state: 'status info state statut etat durum',
  account:
    'auftragskonto ibanauftragskonto ibankontoinhaber bezeichnungauftragskonto kontonummerauftragskonto eigenekontonummer ownaccount accountiban rekening rekeningnummer ibanbban compte numerodecompte hesap hesapno',
  name: 'name auftraggeber zahlungspflichtiger zahlungspflichtigerr beguenstigterzahlungspflichtiger begunstigterzahlungspflichtiger auftraggeberbegunstigter auftraggeberbeguenstigter begunstigterauftraggeber beguenstigterauftraggeber auftraggeberempfanger auftraggeberempfaenger absender namezahlungsbeteiligter zahlungsbeteiligter zahler partnername payer payername counterparty counterpartyname sender sendername nameofpayer nom nomdonneurdordre donneurdordre emetteur debiteur nomdebiteur contrepartie nomcontrepartie naam naamtegenpartij tegenpartij naamomschrijving gonderen gonderenadi gonderenunvan gonderici adsoyad unvan karsitaraf',
  iban: 'iban kontonummer kontonummeriban ibankontonummer ibanzahlungsbeteiligter ibanauftraggeber gegenkonto gegenkontoiban ibangegenkonto partneriban payeriban counterpartyiban counterpartyaccount ibancontrepartie comptecontrepartie ibandebiteur comptetiers tegenrekening tegenrekeningiban tegenrekeningibanbban ibantegenpartij gonderenibani gonderenhesap karsihesap karsiiban',
  purpose:
    'verwendungszweck vwz zweck zahlungsgrund referenz purpose reference paymentreference description details remittanceinformation remittance libelle motif communication referencedepaiement informations omschrijving mededeling mededelingen betalingskenmerk aciklama islemaciklamasi',
  booking_text: 'buchungstext',
  batch: 'sammlerreferenz',
  end_to_end: 'kundenreferenzendtoend kundenreferenz endtoend endtoendid endtoendreferenz endtoendreference referencedeboutenbout endtoendreferentie',
}

const columnOf = new Map(columns.flatMap((column) => titles[column].split(' ').map((title) => [title, column] as const)))

/** Returns a title without accents, signs, digits and the currency, because these do not distinguish columns. */
const plain = (title: string) =>
  fold(title)
    .replace(/\((eur|€|in eur|in €)\)|(?<!\p{L})(in )?eur(?!\p{L})|€/giu, '')
    .replace(/[^a-z]/g, '')

/** The positions of the columns, by meaning. If several have the same meaning, purpose and booking text use all of them, any other meaning the leftmost. */
export type Places = ReadonlyMap<Column, readonly number[]>

export function placesIn(header: readonly string[]): Places {
  const places = new Map<Column, number[]>()
  for (const [i, title] of header.entries()) {
    const column = columnOf.get(plain(title))
    if (column) places.set(column, [...(places.get(column) ?? []), i])
  }
  return places
}
