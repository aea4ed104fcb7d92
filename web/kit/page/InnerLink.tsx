// A link to a page of this app, whose path is given with its query.
import { Link } from '@tanstack/react-router'
import type { MouseEvent, ReactNode } from 'react'

/** Splits a path with a query into its two parts, because the router takes them separately. */
export function linkTo(path: string) {
  const [to = '/', search = ''] = path.split('?')
  return { to, search: search ? (Object.fromEntries(new URLSearchParams(search)) as never) : undefined }
}

/**
 * The router marks a link as the current page only if the address is exactly the same. Otherwise a link to a list would also be marked while the list is
 * filtered.
 */
const ITSELF = { exact: true }

type Props = {
  to: string
  className?: string | undefined
  label?: string
  current?: boolean
  /** Called before the page is opened; with `preventDefault` it is not opened. */
  onClick?: ((event: MouseEvent) => void) | undefined
  children: ReactNode
}

export function InnerLink({ to, className, label, current, onClick, children }: Props) {
  return (
    <Link
      {...linkTo(to)}
      {...{ className, activeProps: {}, activeOptions: ITSELF, ...(onClick && { onClick }) }}
      aria-label={label}
      aria-current={current ? 'page' : undefined}
    >
      {children}
    </Link>
  )
}
