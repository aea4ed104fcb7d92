// Reads a mail, in the process for files from outside: who wrote it to whom, whether a program wrote it, and only its newest text.
import { simpleParser } from 'mailparser'
import type { Job } from '../../../kit/apart.ts'

export type Letter = { from: string; to: string[]; message_id: string; is_automatic: boolean; text: string; has_files: boolean }

/** The beginning of what a mail program adds below an answer: the earlier mail, or a signature. */
const BELOW = [
  /^>/,
  /^-- ?$/,
  /^_{5,}$/,
  /^-{2,} ?(original|ursprüngliche|message d.origine|oorspronkelijk|orijinal|özgün)/i,
  /^(on|am|le|op)\b.{5,200}(wrote|schrieb.*|écrit|schreef.*)\s?:$/i,
  /^.{5,200}(yazdı|wrote|écrit)\s?:$/i,
  /^(from|von|de|van|kimden|gönderen)\s?: .*@/i,
]

/** The text above the first line that belongs to an earlier mail. The line that introduces the earlier mail may be broken into two lines. */
export function newestText(text: string): string {
  const lines = text
    .replaceAll('\r', '')
    .split('\n')
    .map((line) => line.trim())
  const isBelow = (line: string) => BELOW.some((pattern) => pattern.test(line))
  const end = lines.findIndex((line, i) => isBelow(line) || (line !== '' && isBelow(`${line} ${lines[i + 1] ?? ''}`)))
  return lines
    .slice(0, end < 0 ? lines.length : end)
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}

const PROGRAMS = /^(mailer-daemon|postmaster|no-?reply|bounces?)([+@-]|$)/i

async function letterIn(source: Uint8Array): Promise<Letter> {
  const mail = await simpleParser(Buffer.from(source), { skipHtmlToText: false, skipImageLinks: true, skipTextToHtml: true })
  const header = (name: string) => String(mail.headers.get(name) ?? '').toLowerCase()
  const addresses = (field: typeof mail.to) => [field ?? []].flat().flatMap(({ value }) => value.flatMap(({ address }) => address ?? []))
  const from = (mail.from?.value[0]?.address ?? '').toLowerCase()
  const isBulk = /bulk|list|junk|auto/.test(header('precedence')) || header('auto-submitted').replace(/^no$/, '') !== '' || mail.headers.has('x-autoreply')
  const isReport = /^(multipart\/report|message\/)/.test(String((mail.headers.get('content-type') as { value?: string } | undefined)?.value ?? ''))
  return {
    from,
    to: [...addresses(mail.to), ...addresses(mail.cc), String(mail.headers.get('delivered-to') ?? ''), String(mail.headers.get('x-original-to') ?? '')],
    message_id: mail.messageId ?? '',
    is_automatic: isBulk || isReport || from === '' || PROGRAMS.test(from),
    text: newestText(mail.text ?? ''),
    has_files: mail.attachments.some(({ contentDisposition }) => contentDisposition === 'attachment'),
  }
}

export const letterReading: Job<[Uint8Array], Letter> = { name: 'letter', otherwise: 'attachment_unreadable', run: letterIn }
