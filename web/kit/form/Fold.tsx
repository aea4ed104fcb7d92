// A part of a form that is seldom needed and therefore folded away. It opens by itself if one of its fields has a problem (CallForm).
import type { ReactNode } from 'react'
import styles from './form.module.css'

export const Fold = ({ title, children }: { title: string; children: ReactNode }) => (
  <details className={styles.fold}>
    <summary className="medium">{title}</summary>
    <div className="stack">{children}</div>
  </details>
)
