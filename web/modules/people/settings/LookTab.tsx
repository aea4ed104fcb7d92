// Language, light or dark, and the organisation's template: every user may try the six templates, and a manager may choose one.
import { Button } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { languages } from '../../../../contract/kit/languages.ts'
import { TEMPLATES } from '../../../../contract/people/auth.ts'
import { useCall, useUser } from '../../../kit/base/api.ts'
import { chooseLanguage, languageNames, useLanguage } from '../../../kit/base/language.tsx'
import { useOrganisation } from '../../../kit/base/organisation.ts'
import { keep } from '../../../kit/base/session.ts'
import { Choices } from '../../../kit/form/Choices.tsx'
import { Refusal } from '../../../kit/page/Refusal.tsx'
import { applyTemplate, chooseMode, modeChoices, useMode, useModeChoice } from '../../../themes/look.ts'
import { Saved } from './SavedNote.tsx'
import { TemplatePreview } from './TemplatePreview.tsx'
import type { TabProps } from './tabs.ts'

export default function LookTab({ all }: TabProps) {
  const t = useTranslations('settings.look')
  const field = useTranslations('fields')
  const mode = useTranslations('pages.mode')
  const offered = useOrganisation().languages
  return (
    <>
      <div className="card stack">
        <Choices
          label={field('language')}
          value={useLanguage()}
          choices={languages.filter((one) => offered.length === 0 || offered.includes(one)).map((value) => ({ value, label: languageNames[value] }))}
          choose={chooseLanguage}
        />
        <p className="muted">{t('language_hint')}</p>
        <Choices label={mode('label')} value={useModeChoice()} choices={modeChoices.map((value) => ({ value, label: mode(value) }))} choose={chooseMode} />
      </div>
      <Templates all={all} />
    </>
  )
}

/** The choice of a template, which changes the whole page immediately. Leaving the section without saving restores the template in use. */
function Templates({ all }: TabProps) {
  const t = useTranslations('settings')
  const inUse = useUser().template
  const [tried, setTried] = useState<number>()
  const save = useCall('settingsUpdate', { refresh: ['authCheck', 'settingsView'], done: () => keep({ template: String(tried) }) })
  const chosen = save.isSuccess ? (tried ?? inUse) : inUse
  useEffect(() => {
    if (tried === undefined) return
    applyTemplate(tried)
    return () => applyTemplate(chosen)
  }, [tried, chosen])
  return (
    <div className="card stack">
      <TemplateChoice
        inUse={chosen}
        tried={tried ?? chosen}
        choose={(template) => {
          save.reset()
          setTried(template)
        }}
      />
      <Saved is={save.isSuccess} />
      <Refusal error={save.error} changes />
      {tried === undefined || tried === chosen ? (
        <p className="muted">{t('look.try')}</p>
      ) : (
        <div className="row">
          {all.organisation.may_change ? (
            <Button disabled={save.isPending} onClick={() => save.mutate({ template: tried })}>
              {t('look.use', { organisation: all.organisation.name })}
            </Button>
          ) : (
            <span className="muted">{t('managers_only', { organisation: all.organisation.name })}</span>
          )}
          <Button variant="default" onClick={() => setTried(undefined)}>
            {t('look.back')}
          </Button>
        </div>
      )}
    </div>
  )
}

function TemplateChoice({ inUse, tried, choose }: { inUse: number; tried: number; choose: (template: number) => void }) {
  const t = useTranslations('settings.look')
  const field = useTranslations('fields')
  const mode = useMode()
  const numbers = Array.from({ length: TEMPLATES }, (_, template) => template)
  return (
    <Choices
      label={field('template')}
      value={String(tried)}
      choices={numbers.map((template) => ({
        value: String(template),
        label: (
          <TemplatePreview template={template} mode={mode}>
            {t('template_name', { number: String(template + 1) })} {template === inUse && <span className="muted">· {t('in_use')}</span>}
          </TemplatePreview>
        ),
      }))}
      choose={(value) => choose(Number(value))}
    />
  )
}
