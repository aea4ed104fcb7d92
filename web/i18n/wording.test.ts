// Rules of wording in every language: one word per idea, plurals, spaces, names of screens. For each rule a test shows that it finds a broken text.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { errors } from '../../contract/kit/errors.ts'
import { type Language, languages } from '../../contract/kit/languages.ts'
import { productTypes } from '../../contract/kit/product-types.ts'
import { texts as messageTexts } from '../../server/modules/messages/messages/compose.ts'
import { words as pushWords } from '../../server/modules/messages/push/texts.ts'
import { words as invoiceWords } from '../../server/modules/papers/invoices/words.ts'
import { words as ledgerWords } from '../../server/modules/papers/ledgers/words.ts'
import { allTexts, inEach, type Texts, treeOf } from './texts.ts'

/** The server's mails and text messages, to which the same rules apply. */
const mails = (language: Language) =>
  Object.entries(messageTexts[language].kinds).flatMap(([kind, { subject, text }]) => [
    [`messages.${kind}.subject`, subject] as const,
    [`messages.${kind}.text`, text] as const,
  ])
const texts: Texts = inEach((language) => new Map([...allTexts[language], ...mails(language)]))

/** Returns all texts inside a nested table of words, each with its path; used for documents, statements and push messages. */
const inside = (place: string, words: unknown): (readonly [string, string])[] =>
  typeof words === 'string' ? [[place, words]] : Object.entries(words ?? {}).flatMap(([name, part]) => inside(`${place}.${name}`, part))
const papers: Texts = inEach(
  (language) => new Map([...inside('invoices', invoiceWords[language]), ...inside('ledgers', ledgerWords[language]), ...inside('push', pushWords[language])]),
)

type Rule = (texts: Texts) => string[]
const found = (texts: Texts, language: Language, isWrong: (text: string, key: string) => boolean) =>
  [...texts[language]].filter(([key, text]) => isWrong(text, key)).map(([key, text]) => `${language} ${key}: ${text}`)
const everywhere = (texts: Texts, isWrong: (text: string, key: string, language: Language) => boolean) =>
  languages.flatMap((language) => found(texts, language, (text, key) => isWrong(text, key, language)))

/** Returns a text without the branches of its plurals, because a verb or noun inside a branch may depend on the count. */
function outsidePlurals(text: string): string {
  const start = /\{\w+, plural,/.exec(text)?.index
  if (start === undefined) return text
  let depth = 0
  for (let at = start; at < text.length; at++) {
    if (text[at] === '{') depth++
    if (text[at] === '}' && --depth === 0) return text.slice(0, start) + outsidePlurals(text.slice(at + 1))
  }
  return text
}

const VERBS: Partial<Record<Language, RegExp>> = {
  fr: /\{amount\}\s(est|sont|a|ont|sera|seront|attend(ent)?|crédités?|enregistrés?|manquent?|restent?)(?!\p{L})/u,
  de: /\{amount\}\s(werden|wird|wurden?|warten|wartet|ist|sind|war|waren|hat|haben|fehlen|fehlt|gebucht|gutgeschrieben)(?!\p{L})/u,
}

/** Words with a better alternative (docs/language.md, Glossary). Matches of `but` are allowed. */
const FORBIDDEN: Record<Language, { words: RegExp; but?: RegExp }> = {
  en: {
    words: /\b(sign(s|ed|ing)?[- ](in|out)|cash cards?|denominations?|(un)?publish(ed)?|automatic credit|looks after|providers?|live (products|discounts))\b/i,
    but: /provider or region|\{provider\}/,
  },
  fr: {
    words:
      /identifiant|cash card|soft pin|arrêté|(?<!\p{L})portée?s?(?!\p{L})|plans? de remise|en direct|touche Maj|gérant|employé|N° fournisseur|carte d’appel/iu,
    but: /identifiant d[ue] terminal|hors de portée|s’est arrêtée|^Gérant$/i,
  },
  de: {
    words:
      /\b([Dd]er|[Dd]en|[Dd]em|[Kk]ein|[Jj]eder) PIN\b|(?<!Wiederverkäufer)\bHändler|Beleg|Leitung\b|\bReseller|\bShops?\b|freiwillig|Stückelung|veröffentlich|Cash-?card|[Gg]utschreib|Gutschrift/,
    // "Gutschrift" is allowed only for the tax document that settles a commission and is made by the party that owes it.
    but: /Rechnungen und Gutschriften|^Gutschrift$|^Korrektur der Gutschrift$|Kürzel der Gutschriften|Gutschriften (nicht )?zugestimmt/,
  },
  nl: { words: /\b(je|jouw?e?|pincodes?|aangemeld|aanmelden|afgemeld|wederverkopers?|managers?|leidinggevende|herdruk|afdrukken|crediteren|publiceren)\b|‘/i },
  tr: { words: /şifre|stoğ|belirte|indirim|dükkân|kupür|yayımla|nakit kart|oturum aç(ma|ın|ar)/i },
}

/** English texts that need several keys because another language distinguishes gender, number, or noun and verb. */
const DIFFERS: Record<string, readonly Language[]> = {
  Approved: ['fr'],
  Refused: ['fr'],
  Expired: ['fr', 'tr'],
  Sold: ['fr', 'tr'],
  None: ['de'],
  'Log in': ['fr', 'tr'],
  Sell: ['tr'],
  Paid: ['fr', 'tr'],
  Cancelled: ['de', 'fr'],
  'Paid back': ['tr'],
  'Not delivered': ['fr', 'de', 'nl'],
  Waiting: ['fr', 'de', 'tr', 'nl'],
}

const QUOTED: Record<Language, RegExp> = { fr: /«\u202f([^»]+)\u202f»/g, de: /„([^“]+)“/g, en: /“([^”]+)”/g, tr: /“([^”]+)”/g, nl: /“([^”]+)”/g }

const rules: Record<string, Rule> = {
  'a noun after a count, and its verb, are inside the plural': (texts) => everywhere(texts, (text) => /\{count\}\s\p{L}/u.test(outsidePlurals(text))),
  'in French and German no verb follows an amount, because its form would depend on it': (texts) =>
    everywhere(texts, (text, _, language) => VERBS[language]?.test(text) ?? false),
  'French has a narrow no-break space before ; : ! ? % and €, and inside quotation marks': (texts) =>
    found(texts, 'fr', (text) => /\u00a0|[^\u202f(]([;!?»](?=[\s})]|$)|:(?=\s|$))|[^\u202f(][%€]|«[^\u202f]/u.test(text.replace(/\{\w+\}(?=%)/g, ''))),
  'no plain space comes before a percent sign': (texts) => everywhere(texts, (text) => /[\d}] %/.test(text)),
  'texts that are equal in English are equal in each language': (texts) =>
    languages.flatMap((language) => {
      const first = new Map<string, string>()
      return [...texts.en].flatMap(([key, english]) => {
        const text = texts[language].get(key) ?? ''
        const before = first.get(english) ?? text
        first.set(english, before)
        return before === text || DIFFERS[english]?.includes(language) ? [] : [`${language} ${key}: ${text}, elsewhere ${before}`]
      })
    }),
  'a named due day is the last day that is still in time': (texts) => [
    ...found(texts, 'fr', (text) => /(payer|payée?|réglée?) avant le/i.test(text)),
    ...found(texts, 'nl', (text) => /(betalen voor$|betaald (zijn )?voor \{)/i.test(text)),
  ],
  'a credit limit is not called a loan, and a PIN is called void, not dead': (texts) => [
    ...found(texts, 'tr', (text) => /(?<!\p{L})kredi(?! limit)(?!\p{L})|(?<!\p{L})ölü(dür)?(?!\p{L})/iu.test(text)),
    ...found(texts, 'nl', (text) => /\bkrediet\b|\bdood\b/i.test(text)),
    ...everywhere(texts, (text) => /PIN is dead|PIN est mort|PIN ist tot/.test(text)),
  ],
  'the name of a product type has only one key': (texts) =>
    productTypes.flatMap((type) =>
      [...texts.en.keys()].filter((key) => key.endsWith(`.${type}`) && !key.includes('.providers.') && key !== `house.product_types.${type}`),
    ),
  'one word per idea': (texts) =>
    everywhere(texts, (text, key, language) => {
      // These words are never shown. People may type any of them to find a screen, so no rule applies to them.
      if (key.startsWith('shell.palette.words.')) return false
      const { words, but } = FORBIDDEN[language]
      // A key in brackets is never shown, because the help replaces it by the text of that key.
      const read = text.replace(/\[[\w.-]+\]/g, '')
      return words.test(but ? read.replace(but, '') : read)
    }),
  'a quoted text is the name of a screen, a button or a field': (texts) =>
    languages.flatMap((language) => {
      const known = new Set(texts[language].values())
      const isUnknown = (name = '') => /\p{L}/u.test(name) && !name.includes('{') && !known.has(name)
      return found(texts, language, (text) => [...text.matchAll(QUOTED[language])].some(([, name]) => isUnknown(name)))
    }),
}

test.each(Object.entries(rules))('the texts of the interface keep the rule: %s', (_, rule) => {
  expect(rule(texts)).toEqual([])
})

const ofPapers = ['one word per idea', 'no plain space comes before a percent sign', 'a named due day is the last day that is still in time'] as const
test.each(ofPapers)('the texts of invoices, ledgers and push messages keep the rule: %s', (name) => {
  expect(rules[name]?.(papers)).toEqual([])
})

const broken: [keyof typeof rules, Language, string, string][] = [
  ['a noun after a count, and its verb, are inside the plural', 'en', 'selling.find.results', '{count} found'],
  ['a noun after a count, and its verb, are inside the plural', 'de', 'goods.pools.close_text', 'Seine {count} Karten bleiben.'],
  [
    'in French and German no verb follows an amount, because its form would depend on it',
    'fr',
    'sales.booking.done_top_up',
    '{amount} crédités. Client\u202f: {customer}',
  ],
  [
    'in French and German no verb follows an amount, because its form would depend on it',
    'de',
    'sales.booking.waiting',
    '{amount} warten auf eine zweite Person.',
  ],
  ['French has a narrow no-break space before ; : ! ? % and €, and inside quotation marks', 'fr', 'selling.find.more', 'Encore\u00a0: {count}'],
  ['a named due day is the last day that is still in time', 'fr', 'invoices.due_on', 'À payer avant le'],
  ['a credit limit is not called a loan, and a PIN is called void, not dead', 'tr', 'words.rights.has_credit', 'Kredi'],
  ['no plain space comes before a percent sign', 'nl', 'notices.kinds.credit_low', '{count} % of minder'],
  ['texts that are equal in English are equal in each language', 'tr', 'fields.reason', 'Sebep'],
  ['the name of a product type has only one key', 'en', 'selling.tabs.cash_card', 'Prepaid cards'],
  ['one word per idea', 'nl', 'printers.slip.pin', 'Je pincode'],
  ['one word per idea', 'de', 'stock.findings.pin_missing', 'Der PIN fehlt'],
  ['one word per idea', 'fr', 'fields.username', 'Identifiant'],
  ['one word per idea', 'tr', 'fields.username', 'Şifre'],
  ['a quoted text is the name of a screen, a button or a field', 'en', 'devices.pair_text', 'Open “Couple this browser”.'],
]

test.each(broken)('control: the rule “%s” fails on a copy with a planted fault (%s %s)', (rule, language, key, text) => {
  const copy = { ...texts, [language]: new Map([...texts[language], [key, text]]) }
  expect(rules[rule]?.(copy)).not.toEqual([])
})

/**
 * Finds sentences that the code joins from several texts. Other languages need another order or punctuation, so a sentence must be one text with placeholders.
 */
function joinedIn(source: string): string[] {
  const templates = [...source.matchAll(/`[^`\n]*\$\{t\((?:[^`{}\n]|`[^`\n]*`)*\)\}[^`\n]*`/g)]
    .map(([template]) => template)
    .filter((template) => /[\p{L}:%]/u.test(template.replace(/\$\{[^{}]*(\{[^{}]*\}[^{}]*)*\}/g, '').replace(/\.(txt|csv)`$/, '')))
  const side = [...source.matchAll(/\{t\([^{}\n]*\)\} \{t\([^{}\n]*\)\}/g)].map(([text]) => text)
  const raw = [...source.matchAll(/\s(?:title|aria-label|label|placeholder)="(?!Enter")[A-Za-z]{3,}[^"]*"/g)].map(([text]) => text)
  return [...templates, ...side, ...raw]
}

const web = join(import.meta.dirname, '..')
const sources = readdirSync(web, { recursive: true, encoding: 'utf8' }).filter((file) => /\.tsx?$/.test(file) && !file.includes('.test.'))

test('no code puts a sentence together from several texts', () => {
  expect(sources.flatMap((file) => joinedIn(readFileSync(join(web, file), 'utf8')).map((text) => `${file}: ${text}`))).toEqual([])
})

test('control: the check finds a sentence that code puts together from several texts', () => {
  const wrong = ["aria-label={`${t('reprint')}: ${name}`}", "{t('close')} {t('next_day')}", '<iframe title="print" />', "`${t('discount')} %`"]
  for (const source of wrong) expect(joinedIn(source), source).not.toEqual([])
  for (const source of ["`${t('file')}.txt`", "`${t('list.low')} (${count})`"]) expect(joinedIn(source), source).toEqual([])
})

/**
 * Refusals whose English text differs on the server: the server tells client programs more than people need (keys, the next step), or its German wording is
 * prescribed.
 */
const forClients = ['signed_out', 'key_invalid', 'key_reused', 'key_void', 'in_progress', 'busy', 'price_changed', 'batch_held']

test('a refusal has the same English text on the server and in the browser', () => {
  const { refusals } = treeOf('errors', 'en')
  const raw = Object.entries(errors).filter(([code]) => !forClients.includes(code))
  expect(Object.fromEntries(raw.map(([code, { text }]) => [code, text]))).toEqual(
    Object.fromEntries(raw.map(([code]) => [code, (refusals as Record<string, string>)[code]])),
  )
})
