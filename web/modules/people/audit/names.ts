// The texts for actions, kinds of things and fields. A name this page does not know, from a newer server, is shown as it is.
import { useMessages, useTranslations } from 'use-intl'
import type { AuditedCall } from '../../../../contract/index.ts'
import { HELD_BACK } from '../../../../contract/people/audit.ts'
import { isCall, rightsTo } from '../../../kit/base/contract.ts'
import { namesInFull, useFieldNames } from '../../../kit/base/field-names.ts'

type Words = Readonly<Record<string, string>>

const unnamed = ['booked', 'unrecorded', undefined] as const
const isAction = (name: string): name is AuditedCall => name === HELD_BACK || (isCall(name) && !unnamed.some((how) => how === rightsTo(name).changes))

export function useNames() {
  const t = useTranslations('audit')
  const { audit: texts, fields, house } = useMessages()
  const kinds: Words = texts.kinds
  const screens: Words = house.screens
  const nameOf = useFieldNames('audit')
  const spelt = (name: string) => name.replaceAll('_', ' ')
  return {
    action: (name: string) => (isAction(name) ? t(`actions.${name}`) : name),
    field: (name: string) => nameOf(name) ?? spelt(name),
    /** All names, for an export. */
    words: { actions: texts.actions, fields: { ...namesInFull(fields), ...texts.fields } },
    /** A kind has a name of its own, that of a field, or that of its screen. */
    kind: (name: string) => kinds[name] ?? nameOf(name) ?? screens[name] ?? spelt(name),
  }
}
