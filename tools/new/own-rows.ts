// The texts that the screens of every new table share, in each language. The first new table adds them to the catalogues of texts; later tables find them
// there.
export const ownRows = {
  first: {
    en: 'Add the first one.',
    fr: 'Ajoutez une première entrée.',
    de: 'Legen Sie den ersten Eintrag an.',
    tr: 'İlk kaydı ekleyin.',
    nl: 'Voeg de eerste toe.',
  },
  missing: {
    en: 'There is no such entry',
    fr: 'Cette entrée n’existe pas',
    de: 'Diesen Eintrag gibt es nicht',
    tr: 'Böyle bir kayıt yok',
    nl: 'Deze vermelding bestaat niet',
  },
  what: {
    en: 'Here you keep a list of your own. Open a row to change it.',
    fr: 'Vous tenez ici votre propre liste. Ouvrez une ligne pour la modifier.',
    de: 'Hier führen Sie eine eigene Liste. Öffnen Sie eine Zeile, um sie zu ändern.',
    tr: 'Burada kendi listenizi tutarsınız. Değiştirmek için bir satırı açın.',
    nl: 'Hier houdt u een eigen lijst bij. Open een rij om die te wijzigen.',
  },
  how: {
    en: '[house.words.save]: keeps what you changed.',
    fr: '[house.words.save]\u202f: conserve vos modifications.',
    de: '[house.words.save]: behält, was Sie geändert haben.',
    tr: '[house.words.save]: değişikliklerinizi saklar.',
    nl: '[house.words.save]: bewaart wat u gewijzigd hebt.',
  },
} as const
