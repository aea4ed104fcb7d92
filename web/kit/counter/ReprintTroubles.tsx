// Explains why a slip is not reprinted at once: the user must first give a reason (by the key 1, 2 or 3), a manager must reprint it, nothing was sold, or the
// server refused.
import { Button, TextInput } from '@mantine/core'
import { type FormEvent, type KeyboardEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Dialog } from '../page/Dialog.tsx'
import { Refusal } from '../page/Refusal.tsx'
import { EnterKey, Key } from './Key.tsx'
import type { ReprintTrouble } from './use-reprint.ts'

type Props = { trouble: ReprintTrouble | undefined; onReason: (sale_id: string, reason: string) => void; onClose: () => void }

export function ReprintTroubles({ trouble, onReason, onClose }: Props) {
  const t = useTranslations('selling.reprint')
  const word = useTranslations('house.words')
  if (!trouble) return null
  return (
    <Dialog onClose={onClose} title={word('reprint')}>
      {trouble.kind === 'reason_needed' && <Reasons onReason={(reason) => onReason(trouble.sale_id, reason)} />}
      {trouble.kind === 'manager_needed' && <p role="alert">{t('manager_needed')}</p>}
      {trouble.kind === 'nothing_sold' && <p role="alert">{t('nothing_sold')}</p>}
      {trouble.kind === 'refused' && <Refusal error={trouble.error} />}
    </Dialog>
  )
}

const ready = ['paper_jam', 'customer_lost'] as const

function Reasons({ onReason }: { onReason: (reason: string) => void }) {
  const t = useTranslations('selling.reprint')
  const word = useTranslations('house.words')
  const [isOther, setOther] = useState(false)
  function onKey(event: KeyboardEvent) {
    if (isOther) return
    const reason = ready[Number(event.code.slice(-1)) - 1]
    if (!/^(Digit|Numpad)[123]$/.test(event.code)) return
    event.preventDefault()
    if (reason) onReason(t(reason))
    else setOther(true)
  }
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const reason = String(new FormData(event.currentTarget).get('reason') ?? '').trim()
    if (reason) onReason(reason)
  }
  return (
    <div className="stack" onKeyDown={onKey} role="none">
      <p>{t('why')}</p>
      {ready.map((reason, i) => (
        <Button key={reason} variant="default" h={56} data-autofocus={i === 0 || undefined} onClick={() => onReason(t(reason))}>
          {t(reason)} <Key>{i + 1}</Key>
        </Button>
      ))}
      {isOther ? (
        <form className="stack gap-12" onSubmit={submit}>
          <TextInput name="reason" label={t('other_label')} maxLength={200} autoComplete="off" ref={(input) => input?.focus()} />
          <Button type="submit" h={56}>
            {word('print')} <EnterKey />
          </Button>
        </form>
      ) : (
        <Button variant="default" h={56} onClick={() => setOther(true)}>
          {t('other')} <Key>3</Key>
        </Button>
      )}
    </div>
  )
}
