// The organisation's name with its tile.
import { useOrganisation } from '../kit/organisation.ts'
import styles from './shell.module.css'

export function Brand() {
  const name = useOrganisation().organisation_name
  return (
    <div className={styles.brand}>
      <span className={styles.logo} aria-hidden>
        {[...name][0]}
      </span>
      <span className={styles.brandName}>{name}</span>
    </div>
  )
}
