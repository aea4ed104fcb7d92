// A switch in a form, with a sentence on what it does.
import { Switch } from '@mantine/core'
import type { FieldState } from '../../kit/use-call-form.ts'

type Props = FieldState & { hint?: string | undefined }

export function SwitchField({ id, label, value, onChange, hint }: Props) {
  return <Switch id={id} label={label} description={hint} checked={value === '1'} onChange={(event) => onChange(event.currentTarget.checked ? '1' : '0')} />
}
