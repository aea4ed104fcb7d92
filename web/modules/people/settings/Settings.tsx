// The settings in sections; the address names the open section. Text typed in one section stays while another section is open.
import { useQuery } from '@tanstack/react-query'
import { Suspense, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { query, useUser } from '../../../kit/base/api.ts'
import { useUrlState } from '../../../kit/base/url.ts'
import { Failed } from '../../../kit/page/Empty.tsx'
import { PageTitle } from '../../../kit/page/PageTitle.tsx'
import { TabLink } from '../../../kit/page/TabLink.tsx'
import styles from './settings.module.css'
import { type Tab, tabs, tabsFor } from './tabs.ts'
import { useWantedField } from './use-wanted-field.ts'

export default function Settings() {
  const shown = tabsFor(useUser())
  const [{ tab }] = useUrlState()
  const open = shown.find((one) => one === tab) ?? shown[0] ?? 'profile'
  const place = useRef<HTMLDivElement>(null)
  useWantedField(place)
  return (
    <div ref={place} className="stack">
      <PageTitle />
      <div className={shown.length > 1 ? `split top ${styles.layout}` : undefined} style={{ '--columns': '208px minmax(0, 1fr)' }}>
        {shown.length > 1 && <TabLinks shown={shown} open={open} />}
        <Panels open={open} />
      </div>
    </div>
  )
}

function TabLinks({ shown, open }: { shown: readonly Tab[]; open: Tab }) {
  const t = useTranslations('settings.tabs')
  return (
    <nav aria-label={t('label')}>
      <ul className={`lines gap-4 ${styles.tabs}`}>
        {shown.map((tab) => (
          <li key={tab}>
            <TabLink to={`/settings?tab=${tab}`} current={tab === open}>
              {t(tab)}
            </TabLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** Whether a section stays mounted while another is open. All do except "look", because unmounting "look" undoes a template that was only tried. */
const staysOpen = (tab: Tab) => tab !== 'look'

function Panels({ open }: { open: Tab }) {
  const t = useTranslations('settings.tabs')
  const { data, error, refetch } = useQuery(query('settingsView', {}))
  const [visited, setVisited] = useState<readonly Tab[]>([])
  if (!visited.includes(open)) setVisited([...visited, open])
  if (error && !data) return <Failed error={error} retry={refetch} />
  if (!data) return <div aria-busy className={`stack ${styles.panel}`} />
  return visited
    .filter((tab) => tab === open || staysOpen(tab))
    .map((tab) => {
      const View = tabs[tab].view
      return (
        <section key={tab} className={`stack ${styles.panel}`} hidden={tab !== open} aria-label={t(tab)}>
          <Suspense fallback={<div aria-busy />}>
            <View all={data} />
          </Suspense>
        </section>
      )
    })
}
