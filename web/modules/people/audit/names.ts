// The texts for actions, kinds of things and fields in the audit log. A name that this page does not know, because the server is newer, is shown unchanged.
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
    /** Returns the name of an action. Calls that no longer exist also have a text, because old rows of the log contain them. */
    action: (name: string) => actions[name] ?? name,
    field: (name: string) => nameOf(name) ?? spelt(name),
    /** The words for all actions and fields, in the form that an export needs. */
    words: { actions: texts.actions, fields: { ...namesInFull(fields), ...texts.fields } },
    /** Returns the name of a kind: its own text, otherwise the name of a field or of a screen. */
    kind: (name: string) => kinds[name] ?? nameOf(name) ?? screens[name] ?? spelt(name),
  }
}
