// Saves the current filters, search and sort under a name, and deletes saved views.
import { Button, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useNamed } from '../base/action-name.ts'
import type { ListName } from '../base/list-state.ts'
import { useUrlState } from '../base/url.ts'
import { Dialog } from '../page/Dialog.tsx'
import { searchOf, useListViews } from './list-views.ts'

const NAME_MAX = 60

export default function ViewDialog({ call, onClose }: { call: ListName; onClose: () => void }) {
  const t = useTranslations('pages.list')
  const word = useTranslations('house.words')
  const named = useNamed()
  const [state] = useUrlState()
  const { views, add, remove } = useListViews(call)
  const [name, setName] = useState('')
  function save(event: FormEvent) {
    event.preventDefault()
    if (name.trim() === '') return
    add({ name: name.trim(), search: searchOf(state) })
    onClose()
  }
  return (
    <Dialog title={t('save_view')} onClose={onClose}>
      <form className="stack" onSubmit={save}>
        <p className="muted">{t('save_view_hint')}</p>
        <TextInput
          label={t('view_name')}
          value={name}
          maxLength={NAME_MAX}
          onChange={(event) => setName(event.currentTarget.value)}
          data-autofocus
          autoComplete="off"
        />
        <div className="row">
          <Button type="submit" disabled={name.trim() === ''}>
            {word('save')}
          </Button>
          <Button variant="default" onClick={onClose}>
            {word('cancel')}
          </Button>
        </div>
        {views.map((view) => (
          <div key={view.name} className="row">
            <span>{view.name}</span>
            <Button size="xs" variant="subtle" onClick={() => remove(view.name)} aria-label={named(word('remove'), view.name)}>
              {word('remove')}
            </Button>
          </div>
        ))}
      </form>
    </Dialog>
  )
}
