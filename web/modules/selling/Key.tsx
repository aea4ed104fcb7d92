// The key that does what its button does, printed on the button.
import CornerDownLeft from 'lucide-react/icons/corner-down-left'
import type { ReactNode } from 'react'
import styles from './till.module.css'

export const Key = ({ children }: { children: ReactNode }) => <kbd className={styles.keyHint}>{children}</kbd>

/** A drawn arrow: few fonts have the sign. */
export const EnterSign = () => <CornerDownLeft size={12} role="img" aria-label="Enter" />

export const EnterKey = () => (
  <Key>
    <EnterSign />
  </Key>
)
