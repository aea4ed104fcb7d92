// Dutch texts of messages. Codes and links are each on a line of their own.
import type { Texts } from '../kinds.ts'

export const nl: Texts = {
  contact: 'Vragen? {contact}',
  automatic: 'Dit bericht is automatisch verzonden. Antwoorden worden niet gelezen.',
  answered: 'U kunt op dit bericht antwoorden: uw tekst wordt een opmerking bij de reclamatie.',
  kinds: {
    login_code: {
      subject: '{portal}: uw inlogcode',
      text: 'Iemand logt met uw gebruikersnaam in bij {portal}. Als u dat bent, is dit uw code:\n\n{code}\n\nDe code werkt tien minuten en maar één keer. Wij vragen er nooit telefonisch om. Bent u het niet, wijzig dan uw wachtwoord: iemand kent het.',
      sms: '{code} is uw inlogcode voor {portal}. Geef deze aan niemand door.',
    },
    registration: {
      subject: '{portal}: kies uw gebruikersnaam en wachtwoord',
      text: 'Beste {name},\n\nEr staat een account voor {organisation} voor u klaar. Kies hier uw gebruikersnaam en uw wachtwoord:\n\n{link}\n\nDe link werkt zeven dagen en maar één keer. Verwachtte u deze niet, dan hoeft u niets te doen: zonder u blijft het account gesloten.',
      sms: '{portal}: kies hier uw wachtwoord: {link}',
    },
    registration_code: {
      subject: '{portal}: de code voor uw registratie',
      text: 'Typ deze code waar u zich aan het registreren bent:\n\n{code}\n\nDe code werkt tien minuten en maar één keer. Wij vragen er nooit telefonisch om.',
      sms: '{code} is uw registratiecode voor {portal}. Geef deze aan niemand door.',
    },
    code_setup: {
      subject: '{portal}: bevestig waar uw codes heen gaan',
      text: 'Uw inlogcodes voor {portal} moeten voortaan hier aankomen. Typ deze code in de instellingen om dat te bevestigen:\n\n{code}\n\nDe code werkt tien minuten. Hebt u er niet om gevraagd, wijzig dan uw wachtwoord.',
      sms: '{code} bevestigt dit nummer voor {portal}. Geef deze aan niemand door.',
    },
    new_device: {
      subject: '{portal}: ingelogd op een nieuw apparaat',
      text: 'Uw account is zojuist gebruikt op een apparaat dat het nog niet kende: {device}, vanaf {address}.\n\nWas u dat, dan hoeft u niets te doen. Zo niet, wijzig dan nu uw wachtwoord en beëindig de andere sessies in de instellingen.',
      sms: '{portal}: ingelogd op een nieuw apparaat ({device}). Was u dat niet? Wijzig nu uw wachtwoord.',
    },
    password_changed: {
      subject: '{portal}: uw wachtwoord is gewijzigd',
      text: 'Het wachtwoord van uw account bij {portal} is zojuist gewijzigd op {device}, vanaf {address}.\n\nWas u dat, dan hoeft u niets te doen. Zo niet, neem dan meteen contact op met uw contactpersoon hieronder.',
      sms: '{portal}: uw wachtwoord is gewijzigd. Was u dat niet? Bel meteen uw contactpersoon.',
    },
    purchase_list: {
      subject: '{portal}: inkooplijst van {name}',
      text: 'Goedendag,\n\n{name} wil graag bestellen:\n\n{lines}\n\nStuur de bestanden alstublieft zoals altijd.',
      sms: '{portal}: {name} heeft u per e-mail een inkooplijst gestuurd.',
    },
    invoice_made: {
      subject: '{portal}: {title} {number}',
      text: '{issuer} heeft een document voor u gemaakt: {title} {number}, {amount}\n\nHet zit bij deze mail, als pdf en als gegevens voor uw boeken. U vindt het ook hier:\n\n{link}',
      sms: '{portal}: {title} {number}: {amount}',
    },
    invoice_overdue: {
      subject: '{portal}: factuur {number} is te laat',
      text: 'Factuur {number} moest uiterlijk op {due} zijn betaald. Nog open: {amount}\n\nDit is het document:\n\n{link}\n\nHebt u inmiddels betaald, dan hoeft u niets te doen.',
      sms: '{portal}: {number} is te laat: {amount}',
    },
    direct_debit_ahead: {
      subject: '{portal}: wij incasseren {amount} op {day}',
      text: '{issuer} incasseert op {day} {amount} van uw rekening via SEPA-incasso:\n\n{lines}\n\nMandaatkenmerk: {reference}\nIncassant-ID: {creditor}\n\nZorg ervoor dat er die dag genoeg geld op uw rekening staat.',
      sms: '{portal}: op {day} wordt {amount} geïncasseerd.',
    },
    direct_debit_given_up: {
      subject: '{portal}: op {day} wordt niets geïncasseerd',
      text: '{issuer} had voor {day} een SEPA-incasso van {amount} van uw rekening aangekondigd. Die gaat niet door: voor deze facturen wordt die dag niets geïncasseerd.\n\n{lines}\n\nFacturen die nog niet betaald zijn, blijven openstaan. U krijgt bericht voordat ze opnieuw worden geïncasseerd.',
      sms: '{portal}: de incasso van {day} gaat niet door.',
    },
    login_request: {
      subject: '{portal}: {name} wacht op uw goedkeuring',
      text: '{name} logt in op een apparaat dat het account niet kent: {device}. Op het scherm daar staat dit kenmerk:\n\n{code}\n\nWeet u ervan, keur het dan goed in {portal} onder “Inlogverzoeken”. Zo niet, weiger het daar.',
      sms: '{portal}: {name} wacht op goedkeuring, kenmerk {code}.',
    },
    slip: {
      subject: '{organisation}: bon van uw opwaardering',
      text: 'Uw beltegoed is aangekomen. Verkocht door: {organisation}\n\n{goods}\nNummer: {number}\nAangekomen: {arrived}\nPrijs: {price}\nTijd: {at}\nTransactie: {order}',
      sms: '{organisation}: {goods}, {number}, aangekomen: {arrived}, prijs: {price}, {at}, nr. {order}',
    },
    pins: {
      subject: '{organisation}: uw code',
      text: 'U hebt bij {organisation} gekocht:\n\n{lines}\n\nWie dit bericht leest, kan de code gebruiken. Houd hem voor uzelf.',
      sms: '{organisation}\n{lines}',
    },
    credit_low: {
      subject: '{portal}: uw saldo raakt op',
      text: 'Goedendag,\n\nHet saldo van {organisation} raakt op. Beschikbaar: {available}\n\nLaat het op tijd opwaarderen bij {portal}. Uw saldo ziet u hier:\n\n{link}\n\nWilt u deze herinneringen niet, dan zet u ze daar uit.',
      sms: '{portal}: uw saldo raakt op: {available}.',
    },
    credit_lasts: {
      subject: '{portal}: uw saldo raakt op',
      text: 'Goedendag,\n\nHet saldo van {organisation} raakt op. Beschikbaar: {available}\n\nIn uw gewone tempo is het genoeg tot {until}.\n\nLaat het op tijd opwaarderen bij {portal}. Uw saldo ziet u hier:\n\n{link}\n\nWilt u deze herinneringen niet, dan zet u ze daar uit.',
      sms: '{portal}: uw saldo {available} is genoeg tot {until}.',
    },
    report: {
      subject: '{portal}: {title}, {day}',
      text: 'Goedendag,\n\nBijgevoegd is het rapport dat u zich laat sturen: {title}, {day}\n\nU wijzigt of stopt het in {portal} onder “Rapporten per e-mail”.',
      sms: '{portal}: rapport {title}, {day}.',
    },
    report_link: {
      subject: '{portal}: {title}',
      text: 'Goedendag,\n\nHet rapport {title} is te groot voor een e-mail. Log in en haal het hier binnen een dag op:\n\n{link}',
      sms: '{portal}: het rapport {title} staat klaar.',
    },
    reclaim_list: {
      subject: '{portal}: lijst van reclamaties, {count}',
      text: 'Goedendag,\n\nBijgaand de lijst van kaarten van {company} waarover is gereclameerd. Reclamaties: {count}.\n\nSchrijf yes (niet gebruikt, gecrediteerd) of no in de kolom answer en stuur het bestand terug.\n\n{note}',
      sms: '{portal}: lijst van reclamaties, {count}.',
    },
    reclaim_comment: {
      subject: '{portal}: opmerking bij reclamatie {number}',
      text: '{name} schrijft over reclamatie {number} ({product}):\n\n{lines}\n\nHier leest u de reclamatie en antwoordt u:\n\n{link}',
      sms: '{portal}: nieuwe opmerking bij reclamatie {number}.',
    },
    reclaim_reply_refused: {
      subject: '{portal}: uw antwoord op reclamatie {number}',
      text: 'Uw antwoord op reclamatie {number} is niet overgenomen. Over de reclamatie is al langer beslist, ze heeft zoveel opmerkingen als mogelijk, of u mag geen reclamaties meer behandelen.\n\nAls het kan, leest u ze hier:\n\n{link}',
      sms: '{portal}: uw antwoord op reclamatie {number} is niet overgenomen.',
    },
    reclaim_reply_files: {
      subject: '{portal}: de bestanden bij uw antwoord op reclamatie {number}',
      text: 'De tekst van uw antwoord op reclamatie {number} is overgenomen, de bestanden niet. Voeg ze hier toe:\n\n{link}',
      sms: '{portal}: bestanden bij reclamatie {number} zijn niet overgenomen.',
    },
    prices_coming: {
      subject: '{portal}: nieuwe prijzen vanaf {day}',
      text: 'Vanaf {day} gelden voor u nieuwe prijzen van {issuer}.\n\nU ziet ze op de kassa, of vanaf die dag in de lijst van uw producten.',
      sms: '{portal}: nieuwe prijzen vanaf {day}.',
    },
  },
}
