// Lets files be dropped anywhere on this screen: a frame appears while they are held over it.

import { useEffect, useEffectEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useNavigate } from '../../../kit/router/Pages.tsx'
import { keepDropped } from './dropped-files.ts'
import styles from './stock.module.css'

/**
 * `take`: receives the dropped files; without it the files are passed to the screen that reads files. `text`: the frame's text on screens that
 * take other files than goods.
 */
export function DropFiles({ take, text }: { take?: (files: readonly File[]) => void; text?: string }) {
  const t = useTranslations('stock')
  const navigate = useNavigate()
  const [isOver, setOver] = useState(false)
  const drop = useEffectEvent((files: readonly File[]) => {
    if (take) return take(files)
    keepDropped(files)
    void navigate('/inventory/files')
  })
  useEffect(() => {
    const stop = new AbortController()
    const { signal } = stop
    const isFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') === true
    addEventListener(
      'dragover',
      (event) => {
        if (!isFiles(event)) return
        event.preventDefault()
        setOver(true)
      },
      { signal },
    )
    addEventListener('dragleave', (event) => event.relatedTarget === null && setOver(false), { signal })
    addEventListener(
      'drop',
      (event) => {
        setOver(false)
        // A smaller drop area on the screen may have handled the dropped files already.
        if (!isFiles(event) || event.defaultPrevented) return
        event.preventDefault()
        const files = [...(event.dataTransfer?.files ?? [])]
        if (files.length > 0) drop(files)
      },
      { signal },
    )
    return () => stop.abort()
  }, [])
  return isOver ? (
    <div className={styles.anywhere} aria-hidden>
      <b>{text ?? t('drop_anywhere')}</b>
    </div>
  ) : null
}
