// A screen's icon in the menu. Its space is reserved until it is loaded, so that nothing moves.
import { lazy, Suspense } from 'react'
import type { MenuIconName } from './menu-icons.tsx'

const MenuPicture = lazy(() => import('./menu-icons.tsx'))

export function MenuIcon({ name, size }: { name: MenuIconName; size: number }) {
  return (
    <Suspense fallback={<span style={{ display: 'inline-block', width: size, height: size }} />}>
      <MenuPicture name={name} size={size} />
    </Suspense>
  )
}
