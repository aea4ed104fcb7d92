// The texts for actions, kinds of things and fields. A name this page does not know, from a newer server, is shown as it is.
import { useMessages } from 'use-intl'
import { namesInFull, useFieldNames } from '../../../kit/base/field-names.ts'

type Words = Readonly<Record<string, string>>

export function useNames() {
  const { audit: texts, fields, house } = useMessages()
  const actions: Words = texts.actions
  const kinds: Words = texts.kinds
  const screens: Words = house.screens
  const nameOf = useFieldNames('audit')
  const spelt = (name: string) => name.replaceAll('_', ' ')
  return {
    /** The name of an action. Calls that no longer exist also have a text, because the log still contains them. */
    action: (name: string) => actions[name] ?? name,
    field: (name: string) => nameOf(name) ?? spelt(name),
    /** The words for all actions and fields, as an export needs them. */
    words: { actions: texts.actions, fields: { ...namesInFull(fields), ...texts.fields } },
    /** The name of a kind: one of its own, otherwise that of a field or of its screen. */
    kind: (name: string) => kinds[name] ?? nameOf(name) ?? screens[name] ?? spelt(name),
  }
}
