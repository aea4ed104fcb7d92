// Looks up PINs and batches: one field for a scanner or the keyboard, and below it what was found. A search starts only when the field is submitted, or
// when the command palette passes a code to this screen.
import { Button, NativeSelect, TextInput } from '@mantine/core'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { type Output, useCall } from '../../../kit/base/api.ts'
import { takeOver } from '../../../kit/base/handed-text.ts'
import { Empty } from '../../../kit/page/Empty.tsx'
import { PageTitle } from '../../../kit/page/PageTitle.tsx'
import { Refusal } from '../../../kit/page/Refusal.tsx'
import { BatchCard } from './BatchCard.tsx'
import { PinCard } from './PinCard.tsx'

const kinds = ['any', 'pin', 'serial', 'batch'] as const
type Kind = (typeof kinds)[number]

export default function InventorySearch() {
  const t = useTranslations('goods.batches')
  const [text, setText] = useState(() => takeOver('/report/inventory-search'))
  const [kind, setKind] = useState<Kind>('any')
  const box = useRef<HTMLInputElement>(null)
  const look = useCall('inventorySearch')
  const first = useRef(text)
  const { mutate } = look
  useEffect(() => {
    if (first.current) mutate({ search_text: first.current, kind: 'any' })
    first.current = ''
  }, [mutate])
  // The typed text may be a complete code, so it is kept out of the address and of the query cache.
  function send(event: FormEvent) {
    event.preventDefault()
    const search_text = text.trim()
    if (search_text && !look.isPending) look.mutate({ search_text, kind })
    box.current?.select()
  }
  return (
    <div className="stack">
      <PageTitle />
      <form className="card row bottom" onSubmit={send}>
        <TextInput
          ref={box}
          flex="1 1 260px"
          miw={0}
          label={t('search_label')}
          description={t('search_hint')}
          value={text}
          maxLength={100}
          autoComplete="off"
          spellCheck={false}
          autoFocus
          onChange={({ currentTarget: { value } }) => setText(value)}
        />
        <NativeSelect
          label={t('kind')}
          value={kind}
          data={kinds.map((value) => ({ value, label: t(`kinds.${value}`) }))}
          onChange={({ currentTarget: { value } }) => setKind(kinds.find((one) => one === value) ?? 'any')}
        />
        <Button type="submit" disabled={look.isPending}>
          {t('search')}
        </Button>
      </form>
      <Refusal error={look.error} />
      <div role="status">{look.data && <Found found={look.data} />}</div>
      {look.isIdle && <Empty title={t('start')} hint={t('start_hint')} />}
    </div>
  )
}

function Found({ found: { pins, batches } }: { found: Output<'inventorySearch'> }) {
  const t = useTranslations('goods.batches')
  const word = useTranslations('house.words')
  if (pins.length + batches.length === 0) return <Empty title={word('nothing_found')} hint={t('nothing_hint')} />
  return (
    <div className="stack">
      {pins.map((pin) => (
        <PinCard key={`${pin.batch_no} ${pin.serial} ${pin.last4}`} pin={pin} />
      ))}
      {batches.map((batch) => (
        <BatchCard key={batch.batch_no} batch={batch} />
      ))}
    </div>
  )
}
