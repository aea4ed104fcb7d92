// A brand's picture, or where there is none its drawn mark. The name stands beside it, so neither has a name of its own.
import type { Offer } from '../../../contract/selling.ts'
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
