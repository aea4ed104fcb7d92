// The button "More", which opens the whole menu as a drawer, from below on a phone and from the side on a tablet.

import Ellipsis from 'lucide-react/icons/ellipsis'
import X from 'lucide-react/icons/x'
import { useEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import { useTranslations } from 'use-intl'
import { accountRole } from '../../../contract/kit/access.ts'
import { useUser } from '../../kit/base/api.ts'
import { useAddress } from '../../kit/router/Pages.tsx'
import type { MenuGroup } from '../../screens/menu.ts'
import type { Screen } from '../../screens/screen.ts'
import { PageButtons } from '../PageButtons.tsx'
import { SupportContact } from '../session/SupportContact.tsx'
import styles from './menus.module.css'
import { MenuGroups } from './SideMenu.tsx'

type Props = { menu: readonly MenuGroup[]; open: Screen | undefined; className?: string | undefined }

export default function MenuDrawer({ menu, open, className = '' }: Props) {
  const t = useTranslations('house.shell')
  const word = useTranslations('house.words')
  const drawer = useRef<HTMLDialogElement>(null)
  const address = useAddress()
  const user = useUser()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the effect runs at every change of the address
  useEffect(() => {
    drawer.current?.close()
  }, [address])
  return (
    <>
      <button type="button" className={`${styles.item} ${className}`} aria-haspopup="dialog" onClick={() => drawer.current?.showModal()}>
        <Ellipsis size={20} aria-hidden />
        <span>{t('more')}</span>
      </button>
      {createPortal(
        <dialog ref={drawer} className={`surface ${styles.drawer}`} aria-label={t('navigation')} closedby="any">
          <div className="ends">
            <button type="button" className={`grows ${styles.item}`} onClick={() => drawer.current?.close()}>
              <X size={20} aria-hidden />
              {word('close')}
            </button>
            <PageButtons />
          </div>
          <MenuGroups menu={menu} open={open} />
          {user.account_role === accountRole.seller && <SupportContact />}
        </dialog>,
        document.body,
      )}
    </>
  )
}
