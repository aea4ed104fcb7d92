// A link in the row of links to the sections of one page.
import type { ReactNode } from 'react'
import { InnerLink } from './InnerLink.tsx'
import styles from './kit.module.css'

export function TabLink({ to, current = false, children }: { to: string; current?: boolean; children: ReactNode }) {
  return (
    <InnerLink to={to} className={`row one-line gap-4 control entry ${styles.tab}`} current={current}>
      {children}
    </InnerLink>
  )
}
