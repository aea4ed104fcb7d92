// Prints a slip: with a preview where wanted, then on a page of the slip's own size.
import { Button } from '@mantine/core'
import { useTranslations } from 'use-intl'
import type { Paper } from '../../kit/base/sheet.ts'
import { Dialog } from '../../kit/page/Dialog.tsx'
import { PrintView } from '../../kit/page/PrintView.tsx'
import { EnterKey, Key } from './Key.tsx'
import { slipPages } from './Slip.tsx'
import styles from './sale.module.css'
import './slip.css'
import slipSheet from './slip.css?inline'
import type { usePrinting } from './use-printing.ts'

type Props = { printer: ReturnType<typeof usePrinting>; merged: boolean; onEnd: () => void }

export function SlipPrinter({ printer, merged, onEnd }: Props) {
  const t = useTranslations('selling.slip')
  const { printing, paper } = printer
  if (!printing) return null
  const { sale, step, job } = printing
  const pages = slipPages(sale, paper, merged, t('cut'))
  function close() {
    printer.close()
    onEnd()
  }
  if (step === 'preview') return <Preview paper={paper} pages={pages} onPrint={() => printer.toPaper(sale)} onClose={close} />
  return (
    <PrintView
      key={job}
      paper={paper}
      styles={slipSheet}
      done={(outcome) => {
        printer.finish(sale, outcome)
        onEnd()
      }}
    >
      {pages}
    </PrintView>
  )
}

type PreviewProps = { paper: Paper; pages: ReturnType<typeof slipPages>; onPrint: () => void; onClose: () => void }

function Preview({ paper, pages, onPrint, onClose }: PreviewProps) {
  const t = useTranslations('selling.slip')
  return (
    <Dialog onClose={onClose} title={t('preview')} returnFocus={false}>
      <div className="stack">
        <div className="row">
          <Button h={56} onClick={onPrint} data-autofocus>
            {t('print')} <EnterKey />
          </Button>
          <Button h={56} variant="default" onClick={onClose}>
            {t('close')} <Key>Esc</Key>
          </Button>
        </div>
        <div className={styles.paper} style={{ maxWidth: `${paper}mm` }}>
          {pages}
        </div>
      </div>
    </Dialog>
  )
}
