// The rights a customer gets: those its parent can give, each with an explanation of what it opens.
import { useTranslations } from 'use-intl'
import { flags as allFlags, type Flag } from '../../../../contract/kit/access.ts'
import { given } from '../../../kit/form/form-values.ts'
import type { FieldState } from '../../../kit/form/use-call-form.ts'
import styles from './customers.module.css'

type Props = FieldState<Flag[]> & { held: readonly Flag[]; hint?: string | undefined }

export default function Rights({ label, value, onChange, error, held, hint }: Props) {
  const t = useTranslations('staff')
  const rights = useTranslations('auth.rights')
  const form = useTranslations('customers.form')
  const named = given(value) ?? []
  const shown = allFlags.filter((flag) => held.includes(flag) || named.includes(flag))
  return (
    <fieldset className={`cells ${styles.rights}`}>
      <legend>{label}</legend>
      {shown.map((flag) => (
        <label key={flag}>
          <input
            type="checkbox"
            className="check"
            checked={named.includes(flag)}
            onChange={() => onChange(allFlags.filter((one) => named.includes(one) !== (one === flag)))}
          />
          <span>
            {rights(flag)}
            <span className="muted">
              <br />
              {flag === 'has_customers_read' ? form('reads_customers') : t(`opens.${flag}`)}
            </span>
          </span>
        </label>
      ))}
      {hint && <p className="muted">{hint}</p>}
      {error && <p className="negative">{error}</p>}
    </fieldset>
  )
}
