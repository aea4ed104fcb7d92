// A button for an action whose effect the user has to see first, and the dialog it opens, which shows the effect and makes the call.
// <EffectButton call="devicesUnassign" input={{ device_ids }} label={t('take_back')} refresh={['devicesList']}>{t('take_back_hint')}</EffectButton>
import { Button, type ButtonProps } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useNamed } from '../base/action-name.ts'
import { type CallName, type Input, type Output, useCall } from '../base/api.ts'
import { Confirm } from './Confirm.tsx'
import { Refusal } from './Refusal.tsx'

type Effect<N extends CallName> = {
  call: N
  input: Input<N>
  label: string
  /** The dialog's title, if it says more than the button. */
  title?: string
  refresh?: readonly CallName[]
  done?: (said: Output<N>) => void
  children?: ReactNode
}

export function EffectDialog<N extends CallName>({
  call,
  input,
  label,
  title = label,
  refresh = [],
  done,
  onClose,
  children,
}: Effect<N> & { onClose: () => void }) {
  const change = useCall(call, { refresh, ...(done && { done }) })
  return (
    <Confirm title={title} confirm={label} danger busy={change.isPending} onConfirm={() => change.mutate(input)} onClose={onClose}>
      {children}
      <Refusal error={change.error} changes />
    </Confirm>
  )
}

/** `of` names the row, to distinguish buttons with the same label in a list. */
type Props<N extends CallName> = Effect<N> & Pick<ButtonProps, 'size' | 'variant' | 'color'> & { of?: string | undefined }

export function EffectButton<N extends CallName>({ of, size, variant = 'default', color, done, ...effect }: Props<N>) {
  const named = useNamed()
  const [isAsking, setAsking] = useState(false)
  const close = () => setAsking(false)
  function finish(said: Output<N>) {
    close()
    done?.(said)
  }
  return (
    <>
      <Button {...{ size, variant, color }} aria-label={of ? named(effect.label, of) : undefined} onClick={() => setAsking(true)}>
        {effect.label}
      </Button>
      {isAsking && <EffectDialog {...effect} done={finish} onClose={close} />}
    </>
  )
}
