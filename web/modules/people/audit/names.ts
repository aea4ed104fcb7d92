// The texts for actions, kinds of things and fields. A name this page does not know, from a newer server, is shown as it is.
import { useMessages, useTranslations } from 'use-intl'
import type { AuditedCall } from '../../../../contract/index.ts'
import { HELD_BACK } from '../../../../contract/people/audit.ts'
import type { Messages } from '../../../i18n/catalogue.ts'
import { isCall, rightsTo } from '../../../kit/base/contract.ts'

type Texts = Messages['audit']
type Field = keyof Texts['fields']
type Kind = keyof Texts['kinds']

const unnamed = ['booked', 'unrecorded', undefined] as const
const isAction = (name: string): name is AuditedCall => name === HELD_BACK || (isCall(name) && !unnamed.some((how) => how === rightsTo(name).changes))

export function useNames() {
  const t = useTranslations('audit')
  const { audit: texts } = useMessages()
  return {
    action: (name: string) => (isAction(name) ? t(`actions.${name}`) : name),
    field: (name: string) => (t.has(`fields.${name as Field}`) ? t(`fields.${name as Field}`) : name.replaceAll('_', ' ')),
    /** All names, for an export. */
    words: { actions: texts.actions, fields: texts.fields },
    kind: (name: string) => (t.has(`kinds.${name as Kind}`) ? t(`kinds.${name as Kind}`) : name.replaceAll('_', ' ')),
  }
}
