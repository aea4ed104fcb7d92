// What a support view may not read whole: how to reach people, and what identifies their money. One list, applied to every answer of such a session.

const MASKED = /^(email|mobile|phone|recipient|address|house_no|iban|bic|ustidnr|stnr|full_name|remarks|code_destination)$/

const masked = (text: string) => (text === '' ? '' : `${[...text][0]}${'•'.repeat(5)}`)

/** The same answer with such texts reduced to their first letter. */
export function maskAnswer(value: unknown, field = ''): unknown {
  if (typeof value === 'string') return MASKED.test(field) ? masked(value) : value
  if (Array.isArray(value)) return value.map((item) => maskAnswer(item, field))
  if (typeof value === 'object' && value !== null) return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, maskAnswer(each, name)]))
  return value
}
