// The last panel of a page about one thing, such as a supplier, which stops the thing or starts it again. Stopping first shows its effect; starting asks no
// question.
import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { type CallName, type Input, useCall } from '../base/api.ts'
import { EffectButton } from '../page/EffectButton.tsx'
import { Refusal } from '../page/Refusal.tsx'
import styles from './form.module.css'

type Props<N extends CallName> = {
  title: string
  call: N
  refresh: readonly CallName[]
  isActive: boolean
  stop: { input: Input<N>; label: string; ask: string }
  start: { input: Input<N>; label: string }
  /** A sentence that says whether the thing is stopped or in use. */
  text: string
  /** The text that describes the effect of stopping. */
  children: ReactNode
}

export function StopCard<N extends CallName>({ title, call, refresh, isActive, stop, start, text, children }: Props<N>) {
  const change = useCall(call, { refresh })
  return (
    <section className={`card lines ${styles.stop}`} aria-label={title}>
      <h2>{title}</h2>
      <p className="muted">{text}</p>
      <Refusal error={change.error} changes />
      {isActive ? (
        <EffectButton {...{ call, refresh }} input={stop.input} label={stop.label} title={stop.ask} color="danger" variant="outline">
          {children}
        </EffectButton>
      ) : (
        <Button variant="default" disabled={change.isPending} onClick={() => change.mutate(start.input)}>
          {start.label}
        </Button>
      )}
    </section>
  )
}
