// A button that sets a field to a frequent value. It is beside the field, alone or in a group.
import type { ReactNode } from 'react'
import styles from './choices.module.css'

/** `chosen`: whether the field has this value at present. */
export function Preset({ chosen, choose, children }: { chosen?: boolean; choose: () => void; children: ReactNode }) {
  return (
    <button type="button" className="surface control" aria-pressed={chosen} onClick={choose}>
      {children}
    </button>
  )
}

export function Presets({ label, legend, children }: { label?: string; legend?: string; children: ReactNode }) {
  return (
    <fieldset className={styles.choices} aria-label={label}>
      {legend && <legend>{legend}</legend>}
      {children}
    </fieldset>
  )
}
