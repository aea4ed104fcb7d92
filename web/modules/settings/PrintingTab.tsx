// How slips are printed here: paper width, preview, and a test print.
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Choices } from '../../kit/Choices.tsx'
import { PrintView } from '../../kit/PrintView.tsx'
import { usePreferences } from '../../kit/preferences.ts'
import { papers } from '../../kit/sheet.ts'

export default function PrintingTab() {
  const t = useTranslations('settings')
  const [{ paper, preview }, change] = usePreferences()
  const [printing, setPrinting] = useState(false)
  return (
    <div className="card stack">
      <Choices
        label={t('printing.paper')}
        value={String(paper)}
        choices={papers.map((width) => ({ value: String(width), label: `${width} mm` }))}
        choose={(chosen) => change({ paper: papers.find((width) => String(width) === chosen) ?? 80 })}
      />
      <Choices
        label={t('printing.preview')}
        value={preview}
        choices={[
          { value: 'account', label: t('printing.preview_account') },
          { value: 'yes', label: t('yes') },
          { value: 'no', label: t('no') },
        ]}
        choose={(chosen) => change({ preview: chosen })}
      />
      <div>
        <Button variant="default" disabled={printing} onClick={() => setPrinting(true)}>
          {t('printing.test_print')}
        </Button>
      </div>
      {printing && (
        <PrintView paper={paper} done={() => setPrinting(false)}>
          <div className="boxed">
            <p className="large">{paper} mm</p>
            <p>{t('printing.test_text')}</p>
            <p className="mono">0123 4567 89ğ İß</p>
          </div>
        </PrintView>
      )}
    </div>
  )
}
