// A part of a form: its title above a grid of fields, which are side by side if the window is wide enough.
import type { ReactNode } from 'react'
import styles from './form.module.css'

/** `id`: the id of the section, to which the link of a problem leads if the problem concerns the whole section. */
type Props = { title: string; id?: string; children: ReactNode }

export function FormSection({ title, id, children }: Props) {
  return (
    <fieldset className={styles.section} {...(id && { id, tabIndex: -1 })}>
      <legend className="title below-8">{title}</legend>
      <FieldGrid>{children}</FieldGrid>
    </fieldset>
  )
}

export const FieldGrid = ({ children }: { children: ReactNode }) => <div className={`hints-below cells top ${styles.fields}`}>{children}</div>

/** Puts its children across the whole width of the grid. */
export const Whole = ({ children }: { children: ReactNode }) => <div className="across">{children}</div>
