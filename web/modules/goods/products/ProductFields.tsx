// The fields of a product: its name, its PINs, the phone number for buyers, and the instructions for redeeming in each language.
import { Textarea } from '@mantine/core'
import Check from 'lucide-react/icons/check'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { type Language, languages } from '../../../../contract/kit/languages.ts'
import { Choices } from '../../../kit/form/Choices.tsx'
import { FieldGrid, FormSection, Whole } from '../../../kit/form/FormSection.tsx'
import { CountField, SwitchField, TextField } from '../../../kit/form/fields.tsx'
import { instructionsIn, type ProductForm } from './draft.ts'

export function PinFields({ fields }: Pick<ProductForm, 'fields'>) {
  const t = useTranslations('goods.products')
  return (
    <FieldGrid>
      <CountField {...fields.pin_length} hint={t('pin_length_hint')} />
      <TextField {...fields.customer_care} />
      <TextField {...fields.aliases} hint={t('aliases_hint')} />
      <SwitchField {...fields.pin_letters} />
    </FieldGrid>
  )
}

/** The fields for the instructions, of which one language is visible at a time. A mark shows which languages have a text. */
export function InstructionFields({ fields, problems }: ProductForm) {
  const t = useTranslations('goods.products')
  const [language, choose] = useState<Language>('fr')
  const { id, value, onChange } = fields.instructions
  const texts = instructionsIn({ instructions: value })
  const error = problems.find((problem) => problem.id === `${id}.${language}` || problem.id === id)?.text
  return (
    <FormSection title={t('instructions')}>
      <Whole>
        <div className="stack">
          <Choices
            label={t('instructions_language')}
            value={language}
            choices={languages.map((value) => ({ value, label: <Name language={value} isWritten={Boolean(texts[value])} /> }))}
            choose={choose}
          />
          <Textarea
            id={id}
            lang={language}
            label={t('instructions_in', { language: t(`languages.${language}`) })}
            description={t('instructions_hint')}
            error={error}
            rows={4}
            value={texts[language] ?? ''}
            onChange={(event) => onChange({ ...texts, [language]: event.currentTarget.value })}
          />
        </div>
      </Whole>
    </FormSection>
  )
}

function Name({ language, isWritten }: { language: Language; isWritten: boolean }) {
  const t = useTranslations('goods.products')
  return (
    <span style={{ display: 'inline-flex', alignItems: 'center', gap: 4 }}>
      {t(`languages.${language}`)}
      {isWritten && (
        <>
          <Check size={16} aria-hidden />
          <span className="hidden-visually">{t('instructions_written')}</span>
        </>
      )}
    </span>
  )
}
