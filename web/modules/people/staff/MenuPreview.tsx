// The menu that a person with these rights will see, drawn by the shell's own menu for an invented user.
import { useTranslations } from 'use-intl'
import type { Flag } from '../../../../contract/kit/access.ts'
import { useUser } from '../../../kit/base/api.ts'
import { MenuIcon } from '../../../screens/MenuIcon.tsx'
import { menuOf } from '../../../screens/menu.ts'
import { madeUp } from './rights.ts'
import styles from './staff.module.css'

type Props = { account_role: number; is_manager: boolean; given: readonly Flag[] }

export function MenuPreview({ account_role, is_manager, given }: Props) {
  const t = useTranslations('staff.preview')
  const house = useTranslations('house')
  const menu = menuOf(madeUp(useUser(), account_role, is_manager, given))
  return (
    <section className="card stack gap-12 stays" aria-label={t('title')}>
      <h2>{t('title')}</h2>
      <p className="muted">{t('hint')}</p>
      {menu.map(({ name, screens }) => (
        <div key={name ?? ''}>
          {name && <h3 className="muted small medium">{house(`groups.${name}`)}</h3>}
          <ul className={`lines ${styles.menu}`}>
            {screens.map(({ path, title, tabs, menu: { icon } }) => (
              <li key={path} className="row gap-8">
                <MenuIcon name={icon} size={18} />
                <span>{house(`screens.${title}`)}</span>
                {tabs.length > 1 && <span className="muted">{tabs.map((tab) => house(`screens.${tab.title}`)).join(', ')}</span>}
              </li>
            ))}
          </ul>
        </div>
      ))}
      {menu.every(({ name }) => name === undefined) && <p>{t('nothing')}</p>}
    </section>
  )
}
