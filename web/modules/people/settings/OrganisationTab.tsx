// Settings that apply to everybody in the organisation. Each choice is saved at once.
import { NativeSelect, Switch } from '@mantine/core'
import { useTranslations } from 'use-intl'
import { languages } from '../../../../contract/kit/languages.ts'
import { type Input, useCall, useUser } from '../../../kit/base/api.ts'
import { can } from '../../../kit/base/can.ts'
import { languageNames } from '../../../kit/base/language.tsx'
import { Refusal } from '../../../kit/page/Refusal.tsx'
import { Saved } from './SavedNote.tsx'
import type { TabProps } from './tabs.ts'

const switches = [
  ['show_print_popup', 'print_popup'],
  ['merge_receipts', 'merge'],
  ['download_csv', 'csv'],
] as const

export default function OrganisationTab({ all }: TabProps) {
  const t = useTranslations('settings.organisation')
  const field = useTranslations('fields')
  const user = useUser()
  const save = useCall('settingsUpdate', { refresh: ['settingsView', 'authCheck'] })
  const set = (change: Input<'settingsUpdate'>) => save.mutate(change)
  const { organisation } = all
  return (
    <>
      <div className="card stack">
        {switches.map(([name, text]) => (
          <Switch
            key={name}
            label={text === 'csv' ? t(text) : field(name)}
            description={t(`${text}_hint`)}
            checked={organisation[name]}
            disabled={save.isPending}
            onChange={(event) => set({ [name]: event.currentTarget.checked })}
          />
        ))}
        <NativeSelect
          label={t('language')}
          value={organisation.default_language}
          disabled={save.isPending}
          data={languages.map((value) => ({ value, label: languageNames[value] }))}
          onChange={(event) => set({ default_language: languages.find((one) => one === event.currentTarget.value) })}
        />
      </div>
      <Saved is={save.isSuccess} />
      <Refusal error={save.error} changes />
      {can(user, 'supportUpdate') && <SupportContact all={all} />}
    </>
  )
}

function SupportContact({ all }: TabProps) {
  const t = useTranslations('settings.organisation')
  const { support_id, users } = all.support
  const save = useCall('supportUpdate', { refresh: ['settingsView'] })
  const nobody = support_id ? [] : [{ value: '', label: t('nobody') }]
  return (
    <div className="card stack">
      <NativeSelect
        label={t('support')}
        description={t('support_hint')}
        value={support_id ?? ''}
        disabled={save.isPending}
        data={[...nobody, ...users.map(({ user_id, full_name }) => ({ value: user_id, label: full_name }))]}
        onChange={(event) => save.mutate({ support_id: event.currentTarget.value })}
      />
      <Saved is={save.isSuccess} />
      <Refusal error={save.error} changes />
    </div>
  )
}
