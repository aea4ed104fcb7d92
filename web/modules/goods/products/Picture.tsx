// A product's picture, or the first letter of its name if it has none. The product's name is always beside it.
import styles from './products.module.css'

type Props = { name: string; src: string | null; large?: boolean }

export function Picture({ name, src, large }: Props) {
  return (
    <span className={`logo centre rigid ${styles.picture}`} data-large={large || undefined} data-filled={src !== null || undefined} aria-hidden>
      {src ? <img src={src} alt="" loading="lazy" /> : [...name][0]}
    </span>
  )
}
