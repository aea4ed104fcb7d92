// A link to a page of this app, whose path is given with its query.
import type { MouseEvent, ReactNode } from 'react'
import { Link } from '../router/Pages.tsx'

type Props = {
  to: string
  className?: string | undefined
  label?: string
  current?: boolean
  /** Called before the page is opened; with `preventDefault` it is not opened. */
  onClick?: ((event: MouseEvent) => void) | undefined
  children: ReactNode
}

export const InnerLink = ({ label, current, ...link }: Props) => <Link {...link} aria-label={label} aria-current={current ? 'page' : undefined} />
