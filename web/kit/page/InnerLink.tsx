// A link to a page of this app, given as a complete path.
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'

/** Splits a complete path into the path and the query, which the router takes separately. */
export function linkTo(path: string) {
  const [to = '/', search = ''] = path.split('?')
  return { to, search: search ? (Object.fromEntries(new URLSearchParams(search)) as never) : undefined }
}

/** The router marks a link as the current page only at exactly its address: otherwise a link without a search would also be marked on all of its filtered forms. */
const ITSELF = { exact: true }

type Props = { to: string; className?: string | undefined; label?: string; current?: boolean; children: ReactNode }

export function InnerLink({ to, className, label, current, children }: Props) {
  return (
    <Link {...linkTo(to)} {...{ className, activeProps: {}, activeOptions: ITSELF }} aria-label={label} aria-current={current ? 'page' : undefined}>
      {children}
    </Link>
  )
}
