// A dialog over the page: the browser's own, which keeps the focus inside, closes on Escape and returns the focus. It is open while it is rendered. The first
// [data-autofocus] inside gets the focus.
// {isOpen && <Dialog title={t('title')} onClose={close}>…</Dialog>}
import X from 'lucide-react/icons/x'
import { createContext, type KeyboardEvent, type ReactNode, useContext, useLayoutEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'
import styles from './kit.module.css'

const Inside = createContext(false)

/** Props for a field's dropdown. In a dialog the dropdown must be rendered inside the dialog, because everything outside is drawn below the dialog. */
export const useDropdown = () => (useContext(Inside) ? ({ withinPortal: false, floatingStrategy: 'fixed' } as const) : {})

type Props = {
  title: string
  onClose: () => void
  wide?: boolean
  side?: boolean
  returnFocus?: boolean
  onKey?: (event: KeyboardEvent) => void
  children: ReactNode
}

/** `side`: draws the dialog at the right edge, as high as the window. `returnFocus` false: the caller decides which element has the focus after closing. */
export function Dialog({ title, onClose, wide = false, side = false, returnFocus = true, onKey, children }: Props) {
  const word = useTranslations('house.words')
  const element = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => {
    const dialog = element.current
    if (!dialog) return
    dialog.showModal()
    dialog.querySelector<HTMLElement>('[data-autofocus]')?.focus()
    return () => {
      if (returnFocus) dialog.close()
    }
  }, [returnFocus])
  return (
    <dialog
      ref={element}
      className={`surface stack ${styles.dialog}`}
      data-wide={wide || undefined}
      data-side={side || undefined}
      aria-label={title}
      onKeyDown={onKey}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
    >
      <div className="row one-line top">
        <h2>{title}</h2>
        <button type="button" className="bare square push" aria-label={word('close')} onClick={onClose}>
          <X size={20} aria-hidden />
        </button>
      </div>
      <Inside value={true}>{children}</Inside>
    </dialog>
  )
}
