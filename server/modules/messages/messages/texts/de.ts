// German texts of messages. Codes and links are each on a line of their own.
import type { Texts } from '../kinds.ts'

export const de: Texts = {
  contact: 'Fragen? {contact}',
  automatic: 'Diese Nachricht wurde automatisch gesendet. Antworten werden nicht gelesen.',
  answered: 'Sie können auf diese Nachricht antworten: Ihr Text wird ein Kommentar der Reklamation.',
  kinds: {
    login_code: {
      subject: '{portal}: Ihr Anmeldecode',
      text: 'Jemand meldet sich gerade mit Ihrem Benutzernamen bei {portal} an. Wenn Sie es sind, ist das Ihr Code:\n\n{code}\n\nEr gilt zehn Minuten und nur einmal. Wir fragen nie am Telefon danach. Wenn Sie es nicht sind, ändern Sie Ihr Passwort: Jemand kennt es.',
      sms: '{code} ist Ihr Anmeldecode für {portal}. Geben Sie den Code an niemanden weiter.',
    },
    registration: {
      subject: '{portal}: Wählen Sie Benutzernamen und Passwort',
      text: 'Guten Tag {name},\n\nein Konto für {organisation} ist für Sie vorbereitet. Wählen Sie hier Ihren Benutzernamen und Ihr Passwort:\n\n{link}\n\nDer Link gilt sieben Tage und nur einmal. Wenn Sie ihn nicht erwartet haben, brauchen Sie nichts zu tun: Ohne Sie bleibt das Konto geschlossen.',
      sms: '{portal}: Wählen Sie hier Ihr Passwort: {link}',
    },
    registration_code: {
      subject: '{portal}: Der Code für Ihre Registrierung',
      text: 'Geben Sie diesen Code dort ein, wo Sie sich gerade registrieren:\n\n{code}\n\nEr gilt zehn Minuten und nur einmal. Wir fragen nie am Telefon danach.',
      sms: '{code} ist Ihr Registrierungscode für {portal}. Geben Sie den Code an niemanden weiter.',
    },
    code_setup: {
      subject: '{portal}: Bestätigen Sie, wohin Ihre Codes gehen',
      text: 'Ihre Anmeldecodes für {portal} sollen künftig hierher kommen. Geben Sie zur Bestätigung diesen Code in den Einstellungen ein:\n\n{code}\n\nEr gilt zehn Minuten. Wenn Sie ihn nicht angefordert haben, ändern Sie Ihr Passwort.',
      sms: '{code} bestätigt diese Nummer für {portal}. Geben Sie den Code an niemanden weiter.',
    },
    new_device: {
      subject: '{portal}: Anmeldung auf einem neuen Gerät',
      text: 'Ihr Konto wurde gerade auf einem Gerät benutzt, das es noch nicht kannte: {device}, von {address}.\n\nWenn Sie das waren, ist nichts zu tun. Wenn nicht, ändern Sie jetzt Ihr Passwort und beenden Sie die anderen Sitzungen in den Einstellungen.',
      sms: '{portal}: Anmeldung auf neuem Gerät ({device}). Waren Sie das nicht? Jetzt Passwort ändern.',
    },
    password_changed: {
      subject: '{portal}: Ihr Passwort wurde geändert',
      text: 'Das Passwort Ihres Kontos bei {portal} wurde gerade auf {device} geändert, von {address}.\n\nWenn Sie das waren, ist nichts zu tun. Wenn nicht, melden Sie sich sofort bei Ihrem Ansprechpartner unten.',
      sms: '{portal}: Ihr Passwort wurde geändert. Waren Sie das nicht? Rufen Sie sofort Ihren Ansprechpartner an.',
    },
    purchase_list: {
      subject: '{portal}: Einkaufsliste von {name}',
      text: 'Guten Tag,\n\n{name} möchte bestellen:\n\n{lines}\n\nBitte senden Sie die Dateien wie gewohnt.',
      sms: '{portal}: {name} hat Ihnen eine Einkaufsliste per E-Mail gesendet.',
    },
    invoice_made: {
      subject: '{portal}: {title} {number}',
      text: '{issuer} hat ein Dokument für Sie erstellt: {title} {number}, {amount}\n\nEs liegt dieser Mail bei, als PDF und als Daten für Ihre Bücher. Sie finden es auch hier:\n\n{link}',
      sms: '{portal}: {title} {number}: {amount}',
    },
    invoice_overdue: {
      subject: '{portal}: Rechnung {number} ist überfällig',
      text: 'Die Rechnung {number} war zahlbar bis {due}. Noch offen: {amount}\n\nDas ist das Dokument:\n\n{link}\n\nWenn Sie inzwischen bezahlt haben, ist nichts zu tun.',
      sms: '{portal}: {number} ist überfällig: {amount}',
    },
    direct_debit_ahead: {
      subject: '{portal}: Wir ziehen am {day} {amount} ein',
      text: '{issuer} zieht am {day} per SEPA-Lastschrift {amount} von Ihrem Konto ein:\n\n{lines}\n\nMandatsreferenz: {reference}\nGläubiger-Identifikationsnummer: {creditor}\n\nBitte sorgen Sie dafür, dass Ihr Konto an diesem Tag gedeckt ist.',
      sms: '{portal}: Am {day} werden {amount} eingezogen.',
    },
    direct_debit_given_up: {
      subject: '{portal}: Am {day} wird nichts eingezogen',
      text: '{issuer} hatte für den {day} eine SEPA-Lastschrift über {amount} von Ihrem Konto angekündigt. Sie entfällt: Für diese Rechnungen wird an diesem Tag nichts eingezogen.\n\n{lines}\n\nWas noch nicht bezahlt ist, bleibt offen. Bevor es erneut eingezogen wird, erhalten Sie eine Nachricht.',
      sms: '{portal}: Die Lastschrift vom {day} entfällt.',
    },
    login_request: {
      subject: '{portal}: {name} wartet auf Ihre Freigabe',
      text: '{name} meldet sich auf einem Gerät an, das das Konto nicht kennt: {device}. Auf dem Bildschirm dort steht diese Kennung:\n\n{code}\n\nWenn Sie davon wissen, geben Sie die Anmeldung in {portal} unter „Anmeldeanfragen“ frei. Wenn nicht, lehnen Sie sie dort ab.',
      sms: '{portal}: {name} wartet auf Freigabe, Kennung {code}.',
    },
    slip: {
      subject: '{organisation}: Bon Ihrer Aufladung',
      text: 'Ihre Aufladung ist angekommen. Verkauft von: {organisation}\n\n{goods}\nNummer: {number}\nAngekommen: {arrived}\nPreis: {price}\nZeit: {at}\nTransaktion: {order}',
      sms: '{organisation}: {goods}, {number}, angekommen: {arrived}, Preis: {price}, {at}, Nr. {order}',
    },
    pins: {
      subject: '{organisation}: Ihr Code',
      text: 'Sie haben bei {organisation} gekauft:\n\n{lines}\n\nWer diese Nachricht liest, kann den Code verwenden. Geben Sie ihn nicht weiter.',
      sms: '{organisation}\n{lines}',
    },
    credit_low: {
      subject: '{portal}: Ihr Guthaben geht zur Neige',
      text: 'Guten Tag,\n\ndas Guthaben von {organisation} geht zur Neige. Verfügbar: {available}\n\nBitte lassen Sie es bei {portal} rechtzeitig aufladen. Ihr Guthaben sehen Sie hier:\n\n{link}\n\nWenn Sie solche Erinnerungen nicht möchten, schalten Sie sie dort aus.',
      sms: '{portal}: Ihr Guthaben geht zur Neige: {available}.',
    },
    credit_lasts: {
      subject: '{portal}: Ihr Guthaben geht zur Neige',
      text: 'Guten Tag,\n\ndas Guthaben von {organisation} geht zur Neige. Verfügbar: {available}\n\nEs reicht voraussichtlich bis {until}.\n\nBitte lassen Sie es bei {portal} rechtzeitig aufladen. Ihr Guthaben sehen Sie hier:\n\n{link}\n\nWenn Sie solche Erinnerungen nicht möchten, schalten Sie sie dort aus.',
      sms: '{portal}: Ihr Guthaben {available} reicht bis {until}.',
    },
    report: {
      subject: '{portal}: {title}, {day}',
      text: 'Guten Tag,\n\nangehängt ist der Bericht, den Sie sich senden lassen: {title}, {day}\n\nSie ändern oder beenden ihn in {portal} unter „Berichte per E-Mail“.',
      sms: '{portal}: Bericht {title}, {day}.',
    },
    report_link: {
      subject: '{portal}: {title}',
      text: 'Guten Tag,\n\nder Bericht {title} ist zu groß für eine E-Mail. Melden Sie sich an und holen Sie ihn innerhalb eines Tages hier ab:\n\n{link}',
      sms: '{portal}: der Bericht {title} liegt bereit.',
    },
    reclaim_list: {
      subject: '{portal}: Liste der Reklamationen, {count}',
      text: 'Guten Tag,\n\nanbei die Liste der Karten von {company}, die reklamiert wurden. Reklamationen: {count}.\n\nBitte schreiben Sie yes (nicht benutzt, gutgeschrieben) oder no in die Spalte answer und senden Sie die Datei zurück.\n\n{note}',
      sms: '{portal}: Liste der Reklamationen, {count}.',
    },
    reclaim_comment: {
      subject: '{portal}: Kommentar zur Reklamation {number}',
      text: '{name} schreibt zur Reklamation {number} ({product}):\n\n{lines}\n\nHier lesen Sie die Reklamation und antworten:\n\n{link}',
      sms: '{portal}: neuer Kommentar zur Reklamation {number}.',
    },
    reclaim_reply_refused: {
      subject: '{portal}: Ihre Antwort zur Reklamation {number}',
      text: 'Ihre Antwort zur Reklamation {number} wurde nicht übernommen. Die Reklamation ist seit Längerem entschieden, hat so viele Kommentare, wie sie haben darf, oder Sie dürfen Reklamationen nicht mehr bearbeiten.\n\nWenn möglich, lesen Sie sie hier:\n\n{link}',
      sms: '{portal}: Ihre Antwort zur Reklamation {number} wurde nicht übernommen.',
    },
    reclaim_reply_files: {
      subject: '{portal}: die Dateien Ihrer Antwort zur Reklamation {number}',
      text: 'Der Text Ihrer Antwort zur Reklamation {number} wurde übernommen, die Dateien nicht. Bitte fügen Sie sie hier hinzu:\n\n{link}',
      sms: '{portal}: Dateien zur Reklamation {number} wurden nicht übernommen.',
    },
    prices_coming: {
      subject: '{portal}: neue Preise ab {day}',
      text: 'Ab {day} gelten für Sie neue Preise von {issuer}.\n\nSie sehen sie an der Kasse oder ab diesem Tag in der Liste Ihrer Produkte.',
      sms: '{portal}: neue Preise ab {day}.',
    },
  },
}
