// Takes one step for one claim or for many: shows the fields that the step requires and its effect, then the result for each claim.
import { Button } from '@mantine/core'
import { useId, useState } from 'react'
import { useTranslations } from 'use-intl'
import { type ReclaimRule, type ReclaimStep, reclaimProofs, reclaimRules } from '../../../../contract/sales/reclamations.ts'
import { ask, type Input, type Output, useCall } from '../../../kit/base/api.ts'
import * as format from '../../../kit/base/format.ts'
import { LongTextField, SelectField, TextField } from '../../../kit/form/fields.tsx'
import { Dialog } from '../../../kit/page/Dialog.tsx'
import { Refusal } from '../../../kit/page/Refusal.tsx'
import { refresh } from './claim.ts'

type Props = { step: ReclaimStep; ids: readonly string[]; onClose: (isDone: boolean) => void }
type Proof = (typeof reclaimProofs)[number]

const nothing = () => undefined

/** A batch may have hundreds of claims. They are sent in portions, so that each portion is answered before a proxy times out. */
const PORTION = 100

async function inPortions({ reclaim_ids = [], ...input }: Input<'reclaimsList'>): Promise<Output<'reclaimsList'>> {
  const portion = (from: number) => ask('reclaimsList', { ...input, reclaim_ids: reclaim_ids.slice(from, from + PORTION) })
  const all = await portion(0)
  for (let from = PORTION; from < reclaim_ids.length; from += PORTION) all.results.push(...(await portion(from)).results)
  return all
}

export function DecideDialog({ step, ids, onClose }: Props) {
  const t = useTranslations('reclamations')
  const fieldName = useTranslations('fields')
  const word = useTranslations('house.words')
  const id = useId()
  const [note, setNote] = useState('')
  const [kind, setKind] = useState<Proof>('answer')
  const [said, setSaid] = useState('')
  const [results, setResults] = useState<Output<'reclaimsList'>['results']>()
  const call = useCall('reclaimsList', {
    send: inPortions,
    refresh,
    done: (output) => (output.results.every(({ outcome }) => outcome === 'done') ? onClose(true) : setResults(output.results)),
  })
  const { needs }: ReclaimRule = reclaimRules[step]
  const isNoteNeeded = needs === 'note' || (needs === 'proof' && kind === 'person')
  const isReady = (!isNoteNeeded || note.trim() !== '') && (needs !== 'proof' || said.trim() !== '')
  if (results) return <Results results={results} onClose={() => onClose(true)} />
  const send = () =>
    call.mutate({
      limit: 1,
      action: step,
      reclaim_ids: [...ids],
      ...(note.trim() && { note }),
      ...(needs === 'proof' && { proof: { kind, text: said } }),
    })
  const field = { onBlur: nothing, error: undefined }
  return (
    <Dialog title={t('decide', { step: t(`steps.${step}`), count: ids.length })} onClose={() => onClose(false)}>
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault()
          if (isReady) send()
        }}
      >
        <p>{t(`effects.${step}`)}</p>
        {needs === 'proof' && (
          <>
            <SelectField
              {...field}
              id={`${id}-kind`}
              label={fieldName('proof')}
              required
              value={kind}
              onChange={(value) => setKind((value as Proof | undefined) ?? 'answer')}
              options={reclaimProofs.map((value) => ({ value, label: t(`proofs.${value}`) }))}
            />
            <TextField
              {...field}
              id={`${id}-said`}
              label={t(`proof_text.${kind}`)}
              required
              value={said}
              onChange={(value) => setSaid(String(value ?? ''))}
              autoFocus
            />
          </>
        )}
        <LongTextField
          {...field}
          id={`${id}-note`}
          label={fieldName(step === 'reject' || isNoteNeeded ? 'reason' : 'note')}
          hint={step === 'reject' ? t('reject_hint') : undefined}
          required={isNoteNeeded}
          value={note}
          onChange={(value) => setNote(String(value ?? ''))}
          autoFocus={needs !== 'proof'}
        />
        <Refusal error={call.error} changes />
        <div className="row">
          <Button type="submit" color={step === 'reject' ? 'danger' : 'brand'} disabled={!isReady || call.isPending}>
            {t(`steps.${step}`)}
          </Button>
          <Button variant="default" onClick={() => onClose(false)}>
            {word('back')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

/**
 * Lists the claims for which the step was not taken: because somebody had decided before (who, and how), or for another reason. If no answer came, the outcome
 * is unknown.
 */
function Results({ results, onClose }: { results: Output<'reclaimsList'>['results']; onClose: () => void }) {
  const t = useTranslations('reclamations')
  const word = useTranslations('words')
  const houseWord = useTranslations('house.words')
  const done = results.filter(({ outcome }) => outcome === 'done').length
  return (
    <Dialog title={word('done_of_all', { done: format.count(done), all: format.count(results.length) })} onClose={onClose}>
      <ul>
        {results
          .filter(({ outcome }) => outcome !== 'done')
          .map(({ reclaim_id, number, outcome, state, by, at }) => (
            <li key={reclaim_id}>
              <b>{number === null ? '–' : t('claim_no', { number })}</b>{' '}
              {outcome === 'over' && state && at
                ? t('outcomes.over', { state: t(`states.${state}`), name: by || t('level_above'), time: format.dateTime(at) })
                : t(`outcomes.${outcome === 'over' || outcome === 'done' ? 'not_found' : outcome}`)}
            </li>
          ))}
      </ul>
      <Button onClick={onClose}>{houseWord('close')}</Button>
    </Dialog>
  )
}
