// A Z- or X-report on the screen, the same as on paper, and printing it.
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { ZReport } from '../../../../contract/papers/shifts.ts'
import { usePreferences } from '../../../kit/base/preferences.ts'
import { type Paper, papers } from '../../../kit/base/sheet.ts'
import { Dialog } from '../../../kit/page/Dialog.tsx'
import { PrintView } from '../../../kit/page/PrintView.tsx'
import { OpenClaims } from './OpenClaims.tsx'
import styles from './shifts.module.css'
import { ZPaper } from './ZPaper.tsx'
import './z.css'
import sheet from './z.css?inline'

const nameOf = (paper: Paper | 'a4') => (paper === 'a4' ? 'A4' : `${paper} mm`)

export function ZDialog({ report, onClose }: { report: ZReport; onClose: () => void }) {
  const t = useTranslations('shifts')
  const word = useTranslations('words')
  const [{ paper: usual }] = usePreferences()
  const [printing, setPrinting] = useState<Paper | 'a4'>()
  const [hasFailed, setFailed] = useState(false)
  const title = report.number === null ? t('paper.x') : t('paper.z', { number: String(report.number) })
  /** This browser's usual paper comes first. */
  const all = [usual, ...papers.filter((paper) => paper !== usual), 'a4'] as const
  return (
    <Dialog title={title} onClose={onClose}>
      <div className="stack">
        <div className="row">
          {all.map((paper, i) => (
            <Button key={paper} {...(i === 0 ? { 'data-autofocus': true } : { variant: 'default' })} onClick={() => setPrinting(paper)}>
              {t('print', { paper: nameOf(paper) })}
            </Button>
          ))}
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
      </div>
      {printing && (
        <PrintView
          key={printing}
          paper={printing}
          styles={sheet}
          head={[report.shop.name, title]}
          done={(outcome) => {
            setPrinting(undefined)
            setFailed(outcome === 'failed')
          }}
        >
          <ZPaper report={report} paper={printing} />
        </PrintView>
      )}
    </Dialog>
  )
}
