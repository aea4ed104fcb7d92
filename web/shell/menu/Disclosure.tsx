// A button that opens a panel below it. The panel closes on Escape, on a choice, and when focus or pointer go elsewhere. It uses only features of the browser,
// because a library for floating panels would cost the till a seventh of its size budget.
import { useClickOutside, useDisclosure } from '@mantine/hooks'
import { type FocusEvent, type KeyboardEvent, type MouseEvent, type ReactNode, useRef } from 'react'
import styles from './menus.module.css'

type Props = { button: ReactNode; label?: string | undefined; className?: string | undefined; isHere?: boolean; end?: boolean; children: ReactNode }

/** `end`: aligns the panel with the right edge of its button. */
export function Disclosure({ button, label, className, isHere, end, children }: Props) {
  const [isOpen, { toggle, close }] = useDisclosure()
  const trigger = useRef<HTMLButtonElement>(null)
  const element = useClickOutside<HTMLDivElement>(close)
  function onKey(event: KeyboardEvent) {
    if (event.key !== 'Escape' || !isOpen) return
    close()
    trigger.current?.focus()
  }
  function onBlur(event: FocusEvent) {
    if (event.relatedTarget && !element.current?.contains(event.relatedTarget)) close()
  }
  function onChoice(event: MouseEvent) {
    if (event.target instanceof Element && event.target.closest('a, button')) close()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the element only catches Escape from inside; users operate the button
    <div ref={element} className={styles.disclosure} onKeyDown={onKey} onBlur={onBlur}>
      <button ref={trigger} type="button" className={className} aria-label={label} aria-expanded={isOpen} data-here={isHere || undefined} onClick={toggle}>
        {button}
      </button>
      {isOpen && (
        // biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: the click was on a button inside, which handles keys itself
        <div ref={keepInside} className={`surface floats ${styles.panel}`} data-end={end || undefined} onClick={onChoice}>
          {children}
        </div>
      )}
    </div>
  )
}

/** Aligns a panel with the right edge of its button if the panel would otherwise cross the right edge of the window. */
function keepInside(panel: HTMLElement | null) {
  if (panel && panel.getBoundingClientRect().right > document.documentElement.clientWidth) panel.dataset.end = 'true'
}
