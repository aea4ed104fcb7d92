// Turkish texts of messages; Turkish letters reduce a text message to 70 characters. Codes and links are each on a line of their own.
import type { Texts } from '../kinds.ts'

export const tr: Texts = {
  contact: 'Sorularınız için: {contact}',
  automatic: 'Bu ileti otomatik olarak gönderildi. Yanıtlar okunmaz.',
  answered: 'Bu iletiyi yanıtlayabilirsiniz: metniniz iade talebine yorum olur.',
  kinds: {
    login_code: {
      subject: '{portal}: giriş kodunuz',
      text: 'Biri kullanıcı adınızla {portal} hesabınıza giriş yapıyor. Bu sizseniz kodunuz:\n\n{code}\n\nKod on dakika ve yalnızca bir kez geçerlidir. Telefonda asla sormayız. Siz değilseniz parolanızı değiştirin: parolanızı bilen biri var.',
      sms: '{portal} giriş kodunuz: {code}. Kimseye söylemeyin.',
    },
    registration: {
      subject: '{portal}: kullanıcı adınızı ve parolanızı seçin',
      text: 'Merhaba {name},\n\n{organisation} için bir hesabınız hazır. Kullanıcı adınızı ve parolanızı buradan seçin:\n\n{link}\n\nBağlantı yedi gün ve yalnızca bir kez geçerlidir. Böyle bir bağlantı beklemiyorsanız bir şey yapmanız gerekmez: siz olmadan hesap açılmaz.',
      sms: '{portal}: parolanızı buradan seçin: {link}',
    },
    registration_code: {
      subject: '{portal}: kayıt kodunuz',
      text: 'Bu kodu kayıt olduğunuz ekrana yazın:\n\n{code}\n\nKod on dakika ve yalnızca bir kez geçerlidir. Telefonda asla sormayız.',
      sms: '{portal} kayıt kodunuz: {code}. Kimseye söylemeyin.',
    },
    code_setup: {
      subject: '{portal}: kodlarınızın nereye geleceğini onaylayın',
      text: '{portal} giriş kodlarınız bundan sonra buraya gelecek. Onaylamak için bu kodu ayarlara yazın:\n\n{code}\n\nKod on dakika geçerlidir. Siz istemediyseniz parolanızı değiştirin.',
      sms: '{portal} onay kodunuz: {code}. Kimseye söylemeyin.',
    },
    new_device: {
      subject: '{portal}: yeni bir cihazda giriş yapıldı',
      text: 'Hesabınız az önce tanımadığı bir cihazda kullanıldı: {device}, {address} adresinden.\n\nBu sizseniz yapmanız gereken bir şey yok. Değilseniz parolanızı hemen değiştirin ve ayarlarda diğer oturumları kapatın.',
      sms: '{portal}: yeni cihazda giriş. Siz değilseniz parolanızı değiştirin.',
    },
    password_changed: {
      subject: '{portal}: parolanız değiştirildi',
      text: '{portal} hesabınızın parolası az önce {device} cihazında, {address} adresinden değiştirildi.\n\nBu sizseniz yapmanız gereken bir şey yok. Değilseniz hemen aşağıdaki yetkiliye haber verin.',
      sms: '{portal}: parolanız değişti. Siz değilseniz hemen haber verin.',
    },
    purchase_list: {
      subject: '{portal}: {name} alış listesi',
      text: 'Merhaba,\n\n{name} şunları sipariş etmek istiyor:\n\n{lines}\n\nDosyaları lütfen her zamanki gibi gönderin.',
      sms: '{portal}: {name} size e-postayla bir alış listesi gönderdi.',
    },
    invoice_made: {
      subject: '{portal}: {title} {number}',
      text: '{issuer} sizin için bir belge oluşturdu: {title} {number}, {amount}\n\nBu iletinin ekinde PDF ve defterleriniz için veri olarak yer alıyor. Burada da bulabilirsiniz:\n\n{link}',
      sms: '{portal}: {title} {number}: {amount}',
    },
    invoice_overdue: {
      subject: '{portal}: {number} numaralı fatura gecikti',
      text: '{number} numaralı faturanın son ödeme tarihi: {due}. Kalan tutar: {amount}\n\nBelge burada:\n\n{link}\n\nBu arada ödediyseniz yapmanız gereken bir şey yok.',
      sms: '{portal}: {number} gecikti: {amount}',
    },
    direct_debit_ahead: {
      subject: '{portal}: {day} günü {amount} tahsil edilecek',
      text: '{issuer}, {day} günü SEPA otomatik ödemesiyle banka hesabınızdan {amount} tahsil edecek:\n\n{lines}\n\nTalimat referansı: {reference}\nAlacaklı kimliği: {creditor}\n\nLütfen o gün hesabınızda yeterli para bulundurun.',
      sms: '{portal}: {day} günü {amount} tahsil edilecek.',
    },
    direct_debit_given_up: {
      subject: '{portal}: {day} günü tahsilat yapılmayacak',
      text: '{issuer}, {day} günü SEPA otomatik ödemesiyle banka hesabınızdan {amount} tahsil edileceğini bildirmişti. Bu tahsilattan vazgeçildi: o gün bu faturalar için hesabınızdan para çekilmeyecek.\n\n{lines}\n\nHenüz ödenmemiş faturalar ödenmeyi bekliyor. Yeniden tahsil edilmeden önce size bildirilecek.',
      sms: '{portal}: {day} günkü tahsilattan vazgeçildi.',
    },
    login_request: {
      subject: '{portal}: {name} onayınızı bekliyor',
      text: '{name}, hesabın tanımadığı bir cihazda giriş yapıyor: {device}. Oradaki ekranda şu kod görünüyor:\n\n{code}\n\nHaberiniz varsa {portal} içinde “Giriş istekleri” altında onaylayın. Yoksa orada reddedin.',
      sms: '{portal}: {name} onay bekliyor, kod {code}.',
    },
    slip: {
      subject: '{organisation}: kontör yükleme fişiniz',
      text: 'Kontörünüz yüklendi. Satan: {organisation}\n\n{goods}\nNumara: {number}\nUlaşan: {arrived}\nFiyat: {price}\nZaman: {at}\nİşlem: {order}',
      sms: '{organisation}: {goods}, {number}, gelen: {arrived}, fiyat: {price}, {at}, no {order}',
    },
    pins: {
      subject: '{organisation}: kodunuz',
      text: '{organisation} mağazasından aldınız:\n\n{lines}\n\nBu iletiyi okuyan kodu kullanabilir. Kimseyle paylaşmayın.',
      sms: '{organisation}\n{lines}',
    },
    credit_low: {
      subject: '{portal}: bakiyeniz azalıyor',
      text: 'Merhaba,\n\nBakiyeniz azalıyor. İşletme: {organisation}. Kullanılabilir bakiye: {available}\n\nLütfen zamanında bakiye yükletin. Ana bayi: {portal}. Bakiyenizi burada görürsünüz:\n\n{link}\n\nBu hatırlatmaları istemiyorsanız orada kapatabilirsiniz.',
      sms: '{portal}: bakiyeniz azalıyor: {available}.',
    },
    credit_lasts: {
      subject: '{portal}: bakiyeniz azalıyor',
      text: 'Merhaba,\n\nBakiyeniz azalıyor. İşletme: {organisation}. Kullanılabilir bakiye: {available}\n\nHer zamanki satış hızınızla bakiyenin yeteceği son gün: {until}\n\nLütfen zamanında bakiye yükletin. Ana bayi: {portal}. Bakiyenizi burada görürsünüz:\n\n{link}\n\nBu hatırlatmaları istemiyorsanız orada kapatabilirsiniz.',
      sms: '{portal}: bakiye {available}, son gün: {until}.',
    },
    report: {
      subject: '{portal}: {title}, {day}',
      text: 'Merhaba,\n\nGönderilmesini istediğiniz rapor ektedir: {title}, {day}\n\nRaporu {portal} içinde “E-postayla raporlar” altında değiştirir ya da durdurursunuz.',
      sms: '{portal}: rapor {title}, {day}.',
    },
    report_link: {
      subject: '{portal}: {title}',
      text: 'Merhaba,\n\nBu rapor bir e-posta için çok büyük: {title}\n\nGiriş yapıp bir gün içinde buradan alın:\n\n{link}',
      sms: '{portal}: rapor hazır: {title}.',
    },
    reclaim_list: {
      subject: '{portal}: iade talepleri listesi, {count}',
      text: 'Merhaba,\n\nEkte, {company} kartlarından iadesi istenenlerin listesi var. İade talebi: {count}.\n\nLütfen answer sütununa yes (kullanılmamış, iade edildi) ya da no yazın ve dosyayı geri gönderin.\n\n{note}',
      sms: '{portal}: iade talepleri listesi, {count}.',
    },
    reclaim_comment: {
      subject: '{portal}: {number} numaralı iade talebine yorum',
      text: '{name}, {number} numaralı iade talebi ({product}) için yazdı:\n\n{lines}\n\nTalebi buradan okuyup yanıtlayın:\n\n{link}',
      sms: '{portal}: {number} numaralı iade talebine yeni yorum.',
    },
    reclaim_reply_refused: {
      subject: '{portal}: {number} numaralı iade talebine yanıtınız',
      text: '{number} numaralı iade talebine yanıtınız alınmadı. Talep bir süre önce karara bağlandı, olabilecek en çok yoruma ulaştı ya da artık iade talepleriyle çalışamıyorsunuz.\n\nMümkünse buradan okuyun:\n\n{link}',
      sms: '{portal}: {number} no.lu talebe yanit alinmadi.',
    },
    reclaim_reply_files: {
      subject: '{portal}: {number} numaralı iade talebine yanıtınızın dosyaları',
      text: '{number} numaralı iade talebine yanıtınızın metni alındı, dosyaları alınmadı. Lütfen buradan ekleyin:\n\n{link}',
      sms: '{portal}: {number} no.lu talep: dosyalar alinmadi.',
    },
    prices_coming: {
      subject: '{portal}: yeni fiyatlar, geçerlilik: {day}',
      text: 'Sizin için yeni fiyatlar geçerli olacak. Ana bayi: {issuer}. Geçerlilik: {day}\n\nFiyatları kasada, o günden itibaren ürün listenizde görürsünüz.',
      sms: '{portal}: yeni fiyatlar, geçerlilik: {day}.',
    },
  },
}
