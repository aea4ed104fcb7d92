// Telephone numbers to choose from, as chips: the letters of the country, and in large type the name or the number. The arrow keys move from chip to chip.
import type { KeyboardEvent, ReactNode } from 'react'
import type { KnownNumber } from './number-search.ts'
import { readNumber } from './numbers.ts'
import styles from './saved-numbers.module.css'

type Props<K extends KnownNumber> = { label: string; numbers: readonly K[]; onPick: (known: K) => void; onKeyDown?: (event: KeyboardEvent) => void }

export function KnownNumbers<K extends KnownNumber>({ label, numbers, onPick, onKeyDown }: Props<K>): ReactNode {
  if (numbers.length === 0) return null
  return (
    <section className="stack" aria-label={label}>
      <span className="muted">{label}</span>
      <ul className="cells" style={{ '--least': '210px' }}>
        {numbers.map((known) => {
          const { written = known.mobile_number, country } = readNumber(known.mobile_number, '') ?? {}
          return (
            <li key={known.mobile_number}>
              <button type="button" className={`surface middle breaks ${styles.chip}`} onKeyDown={onKeyDown} onClick={() => onPick(known)}>
                <b>{known.name ?? written}</b>
                <small className="muted">{known.name ? written : known.more}</small>
                {country && (
                  <span className={styles.country} aria-hidden>
                    {country}
                  </span>
                )}
              </button>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
