import { expect, test } from 'vitest'
import { newestText } from './letter.ts'

test.each([
  ['Thanks.\n\nOn Sun, 29 Nov 2026 at 10:00, Nord <a@b.example> wrote:\n> text', 'Thanks.'],
  ['Danke.\n\nAm 29.11.2026 um 10:00 schrieb Nord <a@b.example>:\n> text', 'Danke.'],
  ['Danke.\n\nAm Sonntag, 29. November 2026 um 10:00:01 schrieb Nord\n<a@b.example>:\n\n> text', 'Danke.'],
  ['Merci.\n\nLe dim. 29 nov. 2026 à 10:00, Nord <a@b.example> a écrit :\n> text', 'Merci.'],
  ['Bedankt.\n\nOp zo 29 nov 2026 om 10:00 schreef Nord <a@b.example>:\n> text', 'Bedankt.'],
  ['Teşekkürler.\n\nNord <a@b.example>, 29 Kas 2026 Paz, 10:00 tarihinde şunu yazdı:\n> text', 'Teşekkürler.'],
  ['Danke.\n\n-----Ursprüngliche Nachricht-----\nVon: Nord', 'Danke.'],
  ['Danke.\n\n________________________________\nVon: Nord <a@b.example>', 'Danke.'],
  ['Danke.\n\nVon: Nord <a@b.example>\nGesendet: heute', 'Danke.'],
  ['Thanks.\n-- \nKarim', 'Thanks.'],
  ['> only a quotation', ''],
])('of %j only the newest text is taken', (text, newest) => {
  expect(newestText(text)).toBe(newest)
})

test('a text without an earlier mail stays whole, with its lines and blank lines', () => {
  const text = 'First line.\n\nOn Monday it worked: then no more.\nFrom: the shop'
  expect(newestText(text)).toBe(text)
})
