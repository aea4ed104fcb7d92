// The organisation's name, beside a small tile with its first letter.
import * as format from '../kit/base/format.ts'
import { useOrganisation } from '../kit/base/organisation.ts'
import styles from './menu/menus.module.css'

const NAME_MAX = 40

export function Brand() {
  const name = useOrganisation().organisation_name
  return (
    <div className={`row one-line gap-8 ${styles.brand}`}>
      <span className={`logo centre rigid ${styles.logo}`} aria-hidden>
        {[...name][0]}
      </span>
      <span className="hidden-on-phone" title={name}>
        {format.truncated(name, NAME_MAX)}
      </span>
    </div>
  )
}
