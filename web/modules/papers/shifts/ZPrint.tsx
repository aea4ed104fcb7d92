// A Z-report or X-report as on paper, and the buttons that print it. The first button is for the paper on which this browser usually prints.
import { Button } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { ZReport } from '../../../../contract/papers/shifts.ts'
import { usePreferences } from '../../../kit/base/preferences.ts'
import { type Paper, papers } from '../../../kit/base/sheet.ts'
import { PrintView } from '../../../kit/page/PrintView.tsx'
import { OpenClaims } from './OpenClaims.tsx'
import styles from './shifts.module.css'
import { ZPaper } from './ZPaper.tsx'
import './z.css'
import sheet from './z.css?inline'

const nameOf = (paper: Paper | 'a4') => (paper === 'a4' ? 'A4' : `${paper} mm`)

export const useZTitle = (): ((report: ZReport) => string) => {
  const t = useTranslations('shifts.paper')
  return ({ number }) => (number === null ? t('x') : t('z', { number: String(number) }))
}

/** `done`: called when the user has finished; passed only if printing is the last of several steps. */
export function ZPrint({ report, done }: { report: ZReport; done?: () => void }) {
  const t = useTranslations('shifts')
  const word = useTranslations('words')
  const house = useTranslations('house.words')
  const titleOf = useZTitle()
  const [{ paper: usual }] = usePreferences()
  const [printing, setPrinting] = useState<Paper | 'a4'>()
  const [hasFailed, setFailed] = useState(false)
  const first = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    first.current?.focus()
  }, [])
  const all = [usual, ...papers.filter((paper) => paper !== usual), 'a4'] as const
  return (
    <div className="stack">
      <div className="row">
        {all.map((paper, i) => (
          <Button key={paper} {...(i === 0 ? { ref: first } : { variant: 'default' })} onClick={() => setPrinting(paper)}>
            {t('print', { paper: nameOf(paper) })}
          </Button>
        ))}
        {done && (
          <Button variant="subtle" className="push" onClick={done}>
            {house('done')}
          </Button>
        )}
      </div>
      {hasFailed && (
        <p role="alert" className="notice danger">
          {t('print_failed')}
        </p>
      )}
      {report.open.some(({ kind }) => kind === 'reclamation') && <OpenClaims open={report.open} label={word('open_claims')} />}
      <div className={`paper ${styles.paper}`}>
        <ZPaper report={report} paper={usual} />
      </div>
      {printing && (
        <PrintView
          key={printing}
          paper={printing}
          styles={sheet}
          head={[report.shop.name, titleOf(report)]}
          done={(outcome) => {
            setPrinting(undefined)
            setFailed(outcome === 'failed')
          }}
        >
          <ZPaper report={report} paper={printing} />
        </PrintView>
      )}
    </div>
  )
}
