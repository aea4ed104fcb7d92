// A link to a page of this app, given as a finished path.
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'

type Props = { to: string; className?: string | undefined; label?: string; current?: boolean; children: ReactNode }

export function InnerLink({ to, className, label, current, children }: Props) {
  const [path = '/', search = ''] = to.split('?')
  return (
    <Link
      to={path}
      search={search ? (Object.fromEntries(new URLSearchParams(search)) as never) : undefined}
      className={className}
      activeProps={{}}
      aria-label={label}
      aria-current={current ? 'page' : undefined}
    >
      {children}
    </Link>
  )
}
