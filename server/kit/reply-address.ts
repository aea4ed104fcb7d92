// The address for replies to a mail about a claim: that of the mailbox with a token, which belongs to this mail and so to one claim and one recipient.
import { timingSafeEqual } from 'node:crypto'
import type { Keys } from './keys.ts'

const ID_LENGTH = 25
const MARK_LENGTH = 16
const TOKEN = new RegExp(`\\+(\\d{1,9})-([0-9a-z]{${ID_LENGTH}})([0-9a-z]{${MARK_LENGTH}})@`)

/** Lower-case letters and digits, because mail servers may change the case of an address; the part before the @ may have 64 characters. */
const short = (hex: string, length: number) => BigInt(`0x${hex}`).toString(36).padStart(length, '0')
const markOf = (keys: Keys, tenant_id: number, id: string) => short(keys.sign('claim reply', `${tenant_id}|${id}`).subarray(0, 10).toString('hex'), MARK_LENGTH)

export function replyAddress(keys: Keys, mailbox: string, tenant_id: number, message_id: string): string {
  const [local = '', domain = ''] = mailbox.split('@')
  return `${local}+${tenant_id}-${short(message_id.replaceAll('-', ''), ID_LENGTH)}${markOf(keys, tenant_id, message_id)}@${domain}`
}

/** Returns the mail to which a reply at this address belongs; undefined if the address has no token or a wrong one. */
export function answeredMail(keys: Keys, address: string): { tenant_id: number; id: string } | undefined {
  const [, tenant = '', short_id = '', mark = ''] = TOKEN.exec(address.toLowerCase()) ?? []
  const hex = [...short_id]
    .reduce((sum, sign) => sum * 36n + BigInt(Number.parseInt(sign, 36)), 0n)
    .toString(16)
    .padStart(32, '0')
  const id = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
  if (short_id === '' || id.length !== 36) return undefined
  const right = Buffer.from(markOf(keys, Number(tenant), id))
  const given = Buffer.from(mark)
  return given.length === right.length && timingSafeEqual(given, right) ? { tenant_id: Number(tenant), id } : undefined
}
