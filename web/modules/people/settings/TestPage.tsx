// Prints a test page directly on the slip printer, which shows whether the width and the letters are right.
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Paper } from '../../../kit/base/sheet.ts'
import type { Page } from '../../../kit/printers/parts.ts'
import type { Outcome } from '../../../kit/printers/print.ts'
import { printerSettings } from '../../../kit/printers/settings.ts'

const LETTERS = 'é è ê ç ä ö ü ß ş ğ ı İ €'

export function TestPage({ paper }: { paper: Paper }) {
  const t = useTranslations('printers')
  const word = useTranslations('house.words')
  const [outcome, setOutcome] = useState<Outcome | 'printing'>()
  const page: Page = [
    { is: 'text', text: word('test_print'), look: 'value', centred: true },
    { is: 'line' },
    { is: 'text', text: t('test.width') },
    { is: 'text', text: t('test.letters') },
    { is: 'text', text: LETTERS, look: 'bold' },
    { is: 'pin', text: '0123 4567 8901 2345' },
  ]
  async function print() {
    setOutcome('printing')
    setOutcome(await sent(page, paper))
  }
  return (
    <div className="stack">
      <div>
        <Button variant="default" disabled={outcome === 'printing'} onClick={print}>
          {word('test_print')}
        </Button>
      </div>
      {outcome && outcome !== 'printing' && (
        <p role="status" className={`notice ${outcome.trouble ? 'warning' : 'success'}`}>
          {outcome.trouble ? t(`troubles.${outcome.trouble}`) : t('sent')}
        </p>
      )}
    </div>
  )
}

async function sent(page: Page, paper: Paper): Promise<Outcome> {
  try {
    const { printPages } = await import('../../../kit/printers/print.ts')
    return await printPages([page], printerSettings(), { paper, opens_drawer: false })
  } catch {
    return { trouble: 'not_loaded', begun: false }
  }
}
