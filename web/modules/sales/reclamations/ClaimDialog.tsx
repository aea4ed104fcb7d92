// The dialog for a new claim: the cards of a sale, or serials that are pasted or scanned. Each card is looked up first, then claimed, and shows its result.
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useId, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { reclaimReasons } from '../../../../contract/sales/reclamations.ts'
import { type Input, type Output, query, useCall } from '../../../kit/base/api.ts'
import * as format from '../../../kit/base/format.ts'
import { LongTextField, SelectField, TextField } from '../../../kit/form/fields.tsx'
import { Dialog } from '../../../kit/page/Dialog.tsx'
import { Failed } from '../../../kit/page/Empty.tsx'
import { Refusal } from '../../../kit/page/Refusal.tsx'
import { refresh, serialsIn } from './claim.ts'
import styles from './reclamations.module.css'

type Rows = Output<'reclaimCheck'>['rows']
type Reason = (typeof reclaimReasons)[number]
type ClaimedCodes = Input<'reclaimCheck'>

const nothing = () => undefined

export function ClaimDialog({ sale_id, onClose }: { sale_id?: string; onClose: () => void }) {
  const screen = useTranslations('house.screens')
  const [meant, setMeant] = useState<ClaimedCodes | undefined>(sale_id ? { sale_id } : undefined)
  return (
    <Dialog title={screen('claim_new')} onClose={onClose} wide>
      {meant ? <Look meant={meant} onClose={onClose} /> : <Paste next={(serials) => setMeant({ serials })} />}
    </Dialog>
  )
}

function Paste({ next }: { next: (serials: string[]) => void }) {
  const t = useTranslations('reclamations')
  const id = useId()
  const [text, setText] = useState('')
  const serials = serialsIn(text)
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault()
        if (serials.length > 0) next(serials)
      }}
    >
      <LongTextField
        {...{ id, label: t('serials'), hint: t('serials_hint'), required: true, error: undefined, onBlur: nothing, autoFocus: true }}
        value={text}
        onChange={(value) => setText(String(value ?? ''))}
      />
      <Button type="submit" disabled={serials.length === 0}>
        {t('look', { count: serials.length })}
      </Button>
    </form>
  )
}

function Look({ meant, onClose }: { meant: ClaimedCodes; onClose: () => void }) {
  const t = useTranslations('reclamations')
  const word = useTranslations('house.words')
  const fieldName = useTranslations('fields')
  const id = useId()
  const looked = useQuery({ ...query('reclaimCheck', meant), staleTime: 0 })
  const [reason, setReason] = useState<Reason>('not_working')
  const [remarks, setRemarks] = useState('')
  const [only, setOnly] = useState<ReadonlySet<number>>()
  const call = useCall('reclaimSubmit', { refresh })
  const button = useRef<HTMLButtonElement>(null)
  const isThere = looked.isSuccess
  const isDone = call.isSuccess
  // The button gets the focus as soon as the dialog can continue, so that Enter continues.
  useEffect(() => {
    if (isThere || isDone) button.current?.focus()
  }, [isThere, isDone])
  if (looked.isError) return <Failed error={looked.error} retry={() => looked.refetch()} />
  if (!looked.data) return <p className="muted">{t('looking')}</p>
  const { rows, claims_30_days } = call.data ?? looked.data
  const possible = rows.filter(({ outcome }) => outcome === 'possible')
  const chosen = possible.filter(({ row }) => !only || only.has(row))
  // A card without a serial can only be claimed together with its whole sale, so single cards can be chosen only if every card has a serial.
  const canChoose = possible.length > 1 && possible.every(({ row, serial }) => serial !== '' || meant.serials?.[row - 1])
  const field = { error: undefined, onBlur: nothing }
  function send() {
    const serials = chosen.map(({ row, serial }) => meant.serials?.[row - 1] ?? serial)
    call.mutate({ ...(chosen.length === possible.length ? meant : { serials }), reason, ...(remarks.trim() && { remarks }) })
  }
  const toggle = (row: number) => {
    const next = new Set(only ?? possible.map((one) => one.row))
    if (!next.delete(row)) next.add(row)
    setOnly(next)
  }
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault()
        if (call.data) onClose()
        else if (chosen.length > 0) send()
      }}
    >
      <ResultRows rows={rows} chosen={call.data || !canChoose ? undefined : chosen.map(({ row }) => row)} toggle={toggle} />
      <p className="muted">{t('your_claims', { count: claims_30_days })}</p>
      {!call.data && possible.length > 0 && (
        <>
          <SelectField
            {...field}
            id={`${id}-reason`}
            label={fieldName('reason')}
            required
            value={reason}
            onChange={(value) => setReason((value as Reason | undefined) ?? 'other')}
            options={reclaimReasons.map((value) => ({ value, label: t(`reasons.${value}`) }))}
          />
          <TextField
            {...field}
            id={`${id}-remarks`}
            label={fieldName('remarks')}
            required={false}
            value={remarks}
            onChange={(value) => setRemarks(String(value ?? ''))}
          />
        </>
      )}
      <Refusal error={call.error} changes />
      {call.data || possible.length === 0 ? (
        <Button ref={button} onClick={onClose}>
          {word('close')}
        </Button>
      ) : (
        <Button type="submit" ref={button} disabled={chosen.length === 0 || call.isPending}>
          {t('claim_them', { count: chosen.length })}
        </Button>
      )}
    </form>
  )
}

/** `chosen`: the numbers of the chosen rows; undefined if the rows have no checkboxes. */
function ResultRows({ rows, chosen, toggle }: { rows: Rows; chosen: readonly number[] | undefined; toggle: (row: number) => void }) {
  const t = useTranslations('reclamations')
  return (
    <ul className={`lines gap-12 breaks ${styles.claims}`}>
      {rows.map(({ row, outcome, product_name, value, serial, pin_last4, number, copies, due_at }) => {
        const name = value === null ? t('row', { number: row }) : `${product_name} ${format.money(value)} · ${serial} ••${pin_last4}`
        return (
          <li key={row} className="row one-line top" data-outcome={outcome}>
            {chosen && outcome === 'possible' && <input type="checkbox" aria-label={name} checked={chosen.includes(row)} onChange={() => toggle(row)} />}
            <span>
              <b>{name}</b>
              <span className="muted">{t(`claimed_as.${outcome}`, { number: number ?? 0 })}</span>
              {copies > 0 && <span className="muted">{t('copies_of', { count: copies })}</span>}
              {due_at && outcome === 'possible' && <span className="muted">{t('until', { date: format.date(due_at) })}</span>}
            </span>
          </li>
        )
      })}
    </ul>
  )
}
