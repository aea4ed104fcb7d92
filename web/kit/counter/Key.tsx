// The name of a key, shown on the button that the key activates.
import CornerDownLeft from 'lucide-react/icons/corner-down-left'
import type { ReactNode } from 'react'
import styles from './counter.module.css'

export const Key = ({ children }: { children: ReactNode }) => <kbd className={`nowrap ${styles.keyHint}`}>{children}</kbd>

/** The sign of the Enter key, drawn because few fonts have the character. */
export const EnterSign = () => <CornerDownLeft size={12} role="img" aria-label="Enter" />

export const EnterKey = () => (
  <Key>
    <EnterSign />
  </Key>
)
