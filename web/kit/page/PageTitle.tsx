// The heading of a screen and the title of its tab: "organisation | title". Without `title` it is the screen's own name.
import { useMatches } from '@tanstack/react-router'
import { type ReactNode, useEffect } from 'react'
import { useTranslations } from 'use-intl'
import type { Messages } from '../../i18n/catalogue.ts'
import { useOrganisation } from '../base/organisation.ts'
import { StarButton } from './StarButton.tsx'

export type ScreenTitle = keyof Messages['house']['screens']

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    title?: ScreenTitle
    /** The path a star keeps; pages about one row and public pages have none. */
    starred?: string | undefined
  }
}

export function useScreenTitle(): string {
  const t = useTranslations('house.screens')
  const title = useMatches().at(-1)?.staticData.title
  return title ? t(title) : ''
}

type Props = { title?: string | undefined; count?: string | undefined; children?: ReactNode }

/** `children` are the actions at the right. */
export function PageTitle({ title, count, children }: Props) {
  const t = useTranslations('house.screens')
  const name = useOrganisation().organisation_name
  const match = useMatches().at(-1)
  const screen = match?.staticData.title
  const path = match?.staticData.starred
  const heading = title ?? (screen ? t(screen) : '')
  useEffect(() => {
    document.title = name ? `${name} | ${heading}` : heading
  }, [name, heading])
  return (
    <div className="row">
      <h1>{heading}</h1>
      {path && <StarButton path={path} />}
      {count !== undefined && <span className="muted">{count}</span>}
      <div className="row push no-print">{children}</div>
    </div>
  )
}
