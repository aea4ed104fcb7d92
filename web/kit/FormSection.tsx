// A part of a form: its title above a grid of fields, side by side where there is room.
import type { ReactNode } from 'react'
import styles from './form.module.css'

export function FormSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className={styles.section}>
      <legend>{title}</legend>
      <div className={styles.fields}>{children}</div>
    </fieldset>
  )
}

/** Takes the whole width of the grid. */
export const Whole = ({ children }: { children: ReactNode }) => <div className={styles.whole}>{children}</div>
