// Asks before something that cannot be taken back. The button names the effect; Escape and "Back" leave everything as it is.
import { Button } from '@mantine/core'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import { useTranslations } from 'use-intl'
import styles from './confirm.module.css'

type Props = { title: string; confirm: string; danger?: true; busy?: boolean; children?: ReactNode; onConfirm: () => void; onClose: () => void }

/** Open as long as it is rendered. */
export function Confirm({ title, confirm, danger, busy = false, children, onConfirm, onClose }: Props) {
  const t = useTranslations('house.steps')
  const id = useId()
  const element = useRef<HTMLDialogElement>(null)
  useEffect(() => element.current?.showModal(), [])
  return (
    <dialog ref={element} className={styles.dialog} aria-labelledby={id} onClose={onClose}>
      <div className="stack">
        <h2 id={id}>{title}</h2>
        {children}
        <div className="row">
          <Button color={danger ? 'danger' : 'brand'} disabled={busy} onClick={onConfirm}>
            {confirm}
          </Button>
          <Button variant="default" onClick={() => element.current?.close()}>
            {t('back')}
          </Button>
        </div>
      </div>
    </dialog>
  )
}
