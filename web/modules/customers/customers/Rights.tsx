// The rights of a customer or of its API key: those that it has or can be given, grouped as in the menu, each with the screens that it opens. For a customer
// three presets come first.
import { useTranslations } from 'use-intl'
import { flags as allFlags, type Flag } from '../../../../contract/kit/access.ts'
import { given } from '../../../kit/form/form-values.ts'
import type { FieldState } from '../../../kit/form/use-call-form.ts'
import { type PresetsFor, RightsChoice, rightGroups } from '../../people/staff/staff.ts'
import styles from './customers.module.css'

type Props = FieldState<Flag[]> & { held: readonly Flag[]; hint?: string | undefined; kind?: PresetsFor }

export default function Rights({ kind, ...field }: Props) {
  const { label, value, onChange, error, held, hint } = field
  const named = given(value) ?? []
  return (
    <fieldset>
      {kind ? (
        <RightsChoice {...{ label, kind, held, given: named }} change={onChange}>
          <Boxes {...field} named={named} />
        </RightsChoice>
      ) : (
        <>
          <legend>{label}</legend>
          <Boxes {...field} named={named} />
        </>
      )}
      {hint && <p className="muted">{hint}</p>}
      {error && <p className="negative">{error}</p>}
    </fieldset>
  )
}

function Boxes({ held, named, onChange }: Props & { named: readonly Flag[] }) {
  const t = useTranslations('staff')
  const rights = useTranslations('words.rights')
  const group = useTranslations('house.groups')
  const form = useTranslations('customers.form')
  const shown = rightGroups.map(({ group: name, rights: lines }) => {
    const flags = lines.flatMap(({ flag, read }) => (read ? [flag, read] : [flag]))
    return { name, flags: flags.filter((flag) => held.includes(flag) || named.includes(flag)) }
  })
  return shown
    .filter(({ flags }) => flags.length > 0)
    .map(({ name, flags }) => (
      <fieldset key={name} className={`cells ${styles.rights}`} style={{ '--least': '240px', '--columns': '24px minmax(0, 1fr)' }}>
        <legend className="medium below-8">{group(name)}</legend>
        {flags.map((flag) => (
          <label key={flag} className="abreast top gap-8">
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
      </fieldset>
    ))
}
