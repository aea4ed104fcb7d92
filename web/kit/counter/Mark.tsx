// A brand's picture, or its drawn mark where there is none. The name is beside it, so neither has an accessible name of its own.
import type { Offer } from '../../../contract/till/selling.ts'
import { markOf, monogram } from './brand-mark.ts'
import styles from './mark.module.css'

export const Mark = ({ offer: { product_image, product_name } }: { offer: Offer }) =>
  product_image ? (
    <img className={styles.logo} src={product_image} alt="" loading="lazy" />
  ) : (
    <span className={styles.mark} style={{ background: `var(--mark-${markOf(product_name)})` }} aria-hidden>
      {monogram(product_name)}
    </span>
  )
