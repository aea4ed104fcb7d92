// A small drawing of a page in the colours of one template, set by the same attributes as those of the whole page. The template's name is below it.
import type { ReactNode } from 'react'
import { isHorizontal, type Mode } from '../../../themes/look.ts'
import styles from './template-preview.module.css'

/** The navigation at the left of the page or above it, with its entries, and the place and the width of the content. */
const side = { width: 34, height: 90, entry: 18, entries: [8, 21, 34].map((y) => ({ x: 8, y })), x: 42, y: 8, content: 116 }
const top = { width: 166, height: 21, entry: 24, entries: [8, 40, 72].map((x) => ({ x, y: 8 })), x: 8, y: 29, content: 150 }

export function TemplatePreview({ template, mode, children }: { template: number; mode: Mode; children: ReactNode }) {
  const { width, height, entry, entries, x, y, content } = isHorizontal(template) ? top : side
  return (
    <span className={styles.choice}>
      <svg className={styles.page} width="100%" viewBox="0 0 166 90" aria-hidden data-template={template} data-mode={mode}>
        <rect width={width} height={height} fill="var(--nav-bg)" />
        {entries.map((place, index) => (
          <rect key={place.x + place.y} {...place} width={entry} height="5" rx="2.5" fill={index === 0 ? 'var(--nav-indicator)' : 'var(--nav-muted)'} />
        ))}
        <g transform={`translate(${x} ${y})`}>
          <rect width="44" height="6" rx="3" fill="var(--text)" />
          <rect x="0.5" y="14.5" width={content - 1} height="29" rx="3.5" fill="var(--surface)" stroke="var(--border)" />
          <rect x="9" y="23" width={content - 18} height="4" rx="2" fill="var(--text-muted)" />
          <rect x="9" y="31" width={Math.round((content - 18) * 0.6)} height="4" rx="2" fill="var(--text-muted)" />
          <rect y="52" width="36" height="12" rx="4" fill="var(--accent)" />
        </g>
      </svg>
      {children}
    </span>
  )
}
