// The field for a user name, checked while the user types. If the name is taken, similar free names are offered.
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { CallError } from '../../../../contract/kit/client.ts'
import { query } from '../../../kit/base/api.ts'
import { accepts } from '../../../kit/base/list-state.ts'
import { TextField } from '../../../kit/form/fields.tsx'
import { textOf } from '../../../kit/form/form-values.ts'
import { Preset } from '../../../kit/form/Preset.tsx'
import type { FieldState } from '../../../kit/form/use-call-form.ts'

const TYPING_MS = 400

export function UserNameField({ refusal, ...field }: FieldState<string> & { refusal: unknown }) {
  const t = useTranslations('customers.form')
  const errors = useTranslations('errors')
  const username = textOf(field.value).trim()
  const [typed] = useDebouncedValue(username, TYPING_MS)
  const asked = useQuery({ ...query('customerCheck', { username: typed }), enabled: accepts('customerCheck', 'username', typed) })
  const known = typed === username ? asked.data : undefined
  const late = refusal instanceof CallError && refusal.code === 'username_taken' ? [refusal.detail.suggestions ?? []].flat().map(String) : []
  const names = known ? known.suggestions : late
  const isTaken = known !== undefined && !known.available
  return (
    <div className="stack">
      <TextField
        {...field}
        error={field.error ?? (isTaken ? errors('refusals.username_taken') : undefined)}
        hint={known?.available ? t('username_free') : errors('problems.not_a_username')}
      />
      <div role="status" className="row">
        {names.length > 0 && <span>{t('username_near')}</span>}
        {names.map((name) => (
          <Preset key={name} choose={() => field.onChange(name)}>
            {name}
          </Preset>
        ))}
      </div>
    </div>
  )
}
