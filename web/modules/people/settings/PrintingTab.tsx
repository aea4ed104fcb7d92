// How slips are printed: printer, paper width, preview, and a test print.
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { accountRole } from '../../../../contract/kit/access.ts'
import { useUser } from '../../../kit/base/api.ts'
import { usePreferences } from '../../../kit/base/preferences.ts'
import { papers } from '../../../kit/base/sheet.ts'
import { Choices } from '../../../kit/form/Choices.tsx'
import { PrintView } from '../../../kit/page/PrintView.tsx'
import { usePrinterSettings } from '../../../kit/printers/settings.ts'
import { SlipPrinterSettings } from './SlipPrinterSettings.tsx'
import { TestPage } from './TestPage.tsx'

export default function PrintingTab() {
  const t = useTranslations('settings')
  const word = useTranslations('words')
  const houseWord = useTranslations('house.words')
  const field = useTranslations('fields')
  const [{ paper, preview }, change] = usePreferences()
  const [printing, setPrinting] = useState(false)
  const isShop = useUser().account_role === accountRole.seller
  const isDirect = usePrinterSettings().way !== 'browser' && isShop
  return (
    <>
      {isShop && <SlipPrinterSettings />}
      <div className="card stack">
        <Choices
          label={t('printing.paper')}
          value={String(paper)}
          choices={papers.map((width) => ({ value: String(width), label: `${width} mm` }))}
          choose={(chosen) => change({ paper: papers.find((width) => String(width) === chosen) ?? 80 })}
        />
        <Choices
          label={field('show_print_popup')}
          value={preview}
          choices={[
            { value: 'account', label: t('printing.preview_account') },
            { value: 'yes', label: word('yes') },
            { value: 'no', label: word('no') },
          ]}
          choose={(chosen) => change({ preview: chosen })}
        />
        {isDirect ? (
          <TestPage paper={paper} />
        ) : (
          <div>
            <Button variant="default" disabled={printing} onClick={() => setPrinting(true)}>
              {houseWord('test_print')}
            </Button>
          </div>
        )}
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
    </>
  )
}
