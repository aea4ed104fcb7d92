// The heading of a screen and the title of its tab: "organisation | title". Without `title`, the screen's name is used.

import { type ReactNode, use, useEffect } from 'react'
import { useTranslations } from 'use-intl'
import { useOrganisation } from '../base/organisation.ts'
import { usePage } from '../router/Pages.tsx'
import styles from './kit.module.css'
import { TitleTabs } from './title-tabs.ts'
import { unbroken } from './unbroken.tsx'

export function useScreenTitle(): string {
  const t = useTranslations('house.screens')
  const { title } = usePage().route
  return title ? t(title) : ''
}

type Props = { title?: string | undefined; count?: string | undefined; note?: ReactNode; children?: ReactNode }

/**
 * `children` are the actions at the right. If the screen has tabs, the heading is only printed; in the window the current tab shows the title. A `count` of ''
 * means that the count is still loading; its space is reserved. A `note` is shown beside the title.
 */
export function PageTitle({ title, count, note, children }: Props) {
  const t = useTranslations('house.screens')
  const name = useOrganisation().organisation_name
  const { title: screen } = usePage().route
  const tabs = use(TitleTabs)
  const heading = title ?? (screen ? t(screen) : '')
  useEffect(() => {
    document.title = name ? `${name} | ${heading}` : heading
  }, [name, heading])
  return (
    <div className={`row ${styles.head}`}>
      <h1 className={tabs ? 'hidden-visually' : undefined}>{unbroken(heading)}</h1>
      {tabs}
      {count !== undefined && (
        <span className="muted" style={{ minWidth: '4ch' }} data-count>
          {count}
        </span>
      )}
      {note}
      <div className="row push no-print" data-actions>
        {children}
      </div>
    </div>
  )
}
