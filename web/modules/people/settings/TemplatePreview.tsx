// A small page in the colours of one template, set by the same attributes as those of the whole page. The template's name is below it.
import type { ReactNode } from 'react'
import { isHorizontal, type Mode } from '../../../themes/look.ts'
import styles from './template-preview.module.css'

export function TemplatePreview({ template, mode, children }: { template: number; mode: Mode; children: ReactNode }) {
  return (
    <span className={styles.choice}>
      <span aria-hidden className={styles.page} data-template={template} data-mode={mode} data-horizontal={isHorizontal(template) || undefined}>
        <span className={styles.nav}>
          <i data-current />
          <i />
          <i />
        </span>
        <span className={styles.content}>
          <i className={styles.line} />
          <span className={styles.card}>
            <i className={styles.text} />
            <i className={styles.text} />
          </span>
          <i className={styles.button} />
        </span>
      </span>
      {children}
    </span>
  )
}
