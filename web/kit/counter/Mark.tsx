// The head of a tile: the brand's picture, or its letters on a colour derived from its name. The name is written below, so picture and letters have no
// accessible name.
import type { Offer } from '../../../contract/till/selling.ts'
import { markOf, monogram } from './brand-mark.ts'
import styles from './mark.module.css'

type Props = { offer: Pick<Offer, 'product_image' | 'product_name'> }

export const Mark = ({ offer: { product_image, product_name } }: Props) =>
  product_image ? (
    <img className={styles.mark} src={product_image} alt="" loading="lazy" />
  ) : (
    <span className={styles.mark} style={{ background: `var(--mark-${markOf(product_name)})` }} aria-hidden>
      {monogram(product_name)}
    </span>
  )
