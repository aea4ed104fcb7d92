// The small drawings for lists without rows, in the colours of the portal's template. They are loaded only when one is shown.
import type { ReactNode } from 'react'
import styles from './empty.module.css'

/** nothing: there are no rows yet. no_match: no row matches the search. failed: no answer came. steps: what can be done on this screen. */
const drawings = {
  nothing: (
    <>
      <path d="M24 48 38 24h44l14 24v24a6 6 0 0 1-6 6H30a6 6 0 0 1-6-6z" className={styles.soft} />
      <path d="M24 48h22a14 14 0 0 0 28 0h22" />
      <path d="M60 4v28m-10-9 10 10 10-10" className={styles.strong} />
    </>
  ),
  no_match: (
    <>
      <rect x="16" y="12" width="64" height="16" rx="4" className={styles.soft} />
      <rect x="16" y="36" width="64" height="16" rx="4" className={styles.soft} />
      <rect x="16" y="60" width="64" height="16" rx="4" className={styles.soft} />
      <path d="M24 20h24M24 44h16M24 68h24" />
      <circle cx="78" cy="46" r="18" className={styles.glass} />
      <path d="m91 59 15 15" className={styles.strong} />
    </>
  ),
  failed: (
    <>
      <path d="M36 66a18 18 0 0 1 0-36 26 26 0 0 1 49-6 21 21 0 0 1 1 42z" className={styles.soft} />
      <path d="M60 34v14" className={styles.strong} />
      <path d="M60 56v1" className={styles.strong} />
    </>
  ),
  steps: (
    <>
      <path d="M22 70h20V52h20V34h20V16h16" />
      <path d="M22 78h76V16H82v18H62v18H42v18H22z" className={styles.soft} stroke="none" />
      <circle cx="32" cy="56" r="5" className={styles.strong} />
      <circle cx="52" cy="38" r="5" className={styles.strong} />
      <circle cx="72" cy="20" r="5" className={styles.strong} />
    </>
  ),
} satisfies Record<string, ReactNode>

export type DrawingName = keyof typeof drawings

export default function Drawing({ name }: { name: DrawingName }) {
  return (
    <svg
      viewBox="0 0 120 88"
      width={96}
      height={72}
      className={styles.lines}
      fill="none"
      strokeWidth={2}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden
    >
      {drawings[name]}
    </svg>
  )
}
