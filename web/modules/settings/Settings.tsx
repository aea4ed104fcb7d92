// The person's own settings in this browser: language, look, printing, letter keys.
import { Button, Switch } from '@mantine/core'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { chooseLanguage, useLanguage } from '../../kit/language.tsx'
import { PageTitle } from '../../kit/PageTitle.tsx'
import { type Paper, PrintView, papers } from '../../kit/PrintView.tsx'
import { usePreferences } from '../../kit/preferences.ts'
import { chooseMode, useMode } from '../../themes/look.ts'
import { languageNames } from '../auth/DoorPage.tsx'
import styles from './settings.module.css'

export default function Settings() {
  const t = useTranslations('house.settings')
  return (
    <div className="stack">
      <PageTitle />
      <p className="muted">{t('stored_here')}</p>
      <LookSettings />
      <PrintSettings />
      <KeyboardSetting />
    </div>
  )
}

function LookSettings() {
  const t = useTranslations('house.settings')
  return (
    <section className="card stack">
      <Choice label={t('language')} value={useLanguage()} options={languageNames} choose={chooseLanguage} />
      <Choice label={t('look')} value={useMode()} options={{ light: t('light'), dark: t('dark') }} choose={chooseMode} />
    </section>
  )
}

const widths = Object.keys(papers).map(Number) as Paper[]

function PrintSettings() {
  const t = useTranslations('house.settings')
  const [{ paper, preview }, change] = usePreferences()
  const [printing, setPrinting] = useState(false)
  return (
    <section className="card stack">
      <h2>{t('printing')}</h2>
      <Choice
        label={t('paper')}
        value={String(paper) as `${Paper}`}
        options={{ '58': '58 mm', '80': '80 mm' }}
        choose={(chosen) => change({ paper: widths.find((width) => String(width) === chosen) ?? 80 })}
      />
      <Choice
        label={t('preview')}
        value={preview}
        options={{ account: t('preview_account'), yes: t('yes'), no: t('no') }}
        choose={(chosen) => change({ preview: chosen })}
      />
      <div>
        <Button variant="default" disabled={printing} onClick={() => setPrinting(true)}>
          {t('test_print')}
        </Button>
      </div>
      {printing && (
        <PrintView width={paper} done={() => setPrinting(false)}>
          <div style={{ border: '0.5mm solid #000', padding: '3mm', margin: '2mm 0' }}>
            <p style={{ fontSize: '14pt', fontWeight: 700, margin: 0 }}>{paper} mm</p>
            <p>{t('test_text')}</p>
            <p style={{ font: "700 12pt 'JetBrains Mono', monospace" }}>0123 4567 89ğ İß</p>
          </div>
        </PrintView>
      )}
    </section>
  )
}

function KeyboardSetting() {
  const t = useTranslations('house.settings')
  const [{ letter_keys }, change] = usePreferences()
  return (
    <section className="card stack">
      <h2>{t('keyboard')}</h2>
      <Switch label={t('letter_keys')} checked={letter_keys} onChange={(event) => change({ letter_keys: event.currentTarget.checked })} />
    </section>
  )
}

type ChoiceProps<T extends string> = { label: string; value: T; options: Record<T, string>; choose: (value: T) => void }

function Choice<T extends string>({ label, value, options, choose }: ChoiceProps<T>) {
  const values = Object.keys(options) as T[]
  return (
    <fieldset className={styles.choice}>
      <legend>{label}</legend>
      <div className="row">
        {values.map((one) => (
          <Button key={one} variant={one === value ? 'light' : 'default'} aria-pressed={one === value} onClick={() => choose(one)}>
            {options[one]}
          </Button>
        ))}
      </div>
    </fieldset>
  )
}
