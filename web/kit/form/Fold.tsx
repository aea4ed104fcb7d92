// A part of a form that is needed only sometimes, folded away. It opens by itself when one of its fields has a problem (CallForm).
import type { ReactNode } from 'react'
import styles from './form.module.css'

export const Fold = ({ title, children }: { title: string; children: ReactNode }) => (
  <details className={styles.fold}>
    <summary>{title}</summary>
    <div className="stack">{children}</div>
  </details>
)
