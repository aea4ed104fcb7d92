// Saved views as tabs above a list; the first tab is the list without filters.

import { useTranslations } from 'use-intl'
import type { ListName } from '../base/list-state.ts'
import { useUrlState } from '../base/url.ts'
import { Link, useLocation } from '../router/Pages.tsx'
import { searchOf, useListViews } from './list-views.ts'

export function ListViews({ call }: { call: ListName }) {
  const t = useTranslations('pages.list')
  const { views } = useListViews(call)
  const [state] = useUrlState()
  const { pathname } = useLocation()
  if (views.length === 0) return null
  const current = searchOf(state)
  return (
    <nav className="row no-print" aria-label={t('views')}>
      {[{ name: t('all'), search: '' }, ...views].map(({ name, search }) => (
        <Link key={name} to={pathname + (search && `?${search}`)} className="surface chip" aria-current={current === search ? 'page' : undefined}>
          {name}
        </Link>
      ))}
    </nav>
  )
}
