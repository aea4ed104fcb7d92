// Prints a slip: after a preview if wanted, on a page of the slip's size in the browser, or directly on a slip printer. If the slip printer fails, the user is
// asked what to do; no slip is printed twice unless the user requests it.
import { Button } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { languages } from '../../../contract/kit/languages.ts'
import type { Paper } from '../base/sheet.ts'
import { Dialog } from '../page/Dialog.tsx'
import { PrintView } from '../page/PrintView.tsx'
import type { Outcome } from '../printers/print.ts'
import { printerSettings } from '../printers/settings.ts'
import { DirectSlip } from './DirectSlip.tsx'
import { EnterKey, Key } from './Key.tsx'
import { SlipLanguages } from './SlipLanguages.tsx'
import { SlipPage } from './SlipPage.tsx'
import { type Question, SlipQuestion } from './SlipQuestion.tsx'
import { choiceOf, chooseForSlip, useSlipChoice } from './slip-choice.ts'
import { slipPages } from './slip-content.ts'
import type { Printed } from './sold-cards.ts'
import './slip.css'
import slipSheet from './slip.css?inline'
import type { Printing, usePrinting } from './use-printing.ts'
import { useSlipWords } from './use-slip-words.ts'

/** `reprint`: prints again a slip that may already be on paper, as a copy that the server counts. */
type Props = { printer: ReturnType<typeof usePrinting>; merged: boolean; reprint: (sale_ids: readonly string[]) => void; onEnd: () => void }

export function SlipPrinter({ printer, merged, reprint, onEnd }: Props) {
  const { printing, paper } = printer
  /** Questions about slips that the user has not answered yet, newest first. */
  const [questions, setQuestions] = useState<readonly Question[]>([])
  const [question] = questions
  const over = useRef(onEnd)
  over.current = onEnd
  useLanguageKeys()
  function close() {
    chooseForSlip({ language: undefined, way: undefined })
    printer.close()
    onEnd()
  }
  /**
   * A question about a failed slip stays until it is answered. The question whether a slip was printed disappears with the next slip, because by going on, the
   * user has answered it.
   */
  function ended(printing: Printing, outcome: Printed['outcome'], about: Outcome) {
    const { sale, more, opens } = printing
    printer.finish(sale, outcome)
    const asks = about.trouble !== undefined || printerSettings().asks
    const asked: Question = { sale, more, opens, language: choiceOf(printing).language, ...about }
    setQuestions((now) => [...(asks ? [asked] : []), ...now.filter((one) => one.trouble && one.sale.sale_id !== sale.sale_id)])
    if (!asks && !question) over.current()
  }
  function answered(of: Question) {
    setQuestions((now) => now.filter((one) => one !== of))
    if (questions.length === 1) onEnd()
  }
  /** Prints the slip of a question again: as the original if certainly nothing was printed, otherwise as a copy. */
  function again(of: Question, way?: 'browser') {
    setQuestions((now) => now.filter((one) => one !== of))
    chooseForSlip({ language: of.language, way })
    if (of.begun) reprint([of.sale, ...of.more].map(({ sale_id }) => sale_id))
    else printer.toPaper(of)
  }
  return (
    <>
      {question && <SlipQuestion question={question} onEnd={() => answered(question)} onAgain={(way) => again(question, way)} />}
      {printing?.step === 'preview' && <Preview printing={printing} paper={paper} merged={merged} onPrint={() => printer.toPaper(printing)} onClose={close} />}
      {printing?.step === 'paper' && (
        <PaperSlip
          key={`${printing.sale.sale_id} ${printing.begun_ms}`}
          printing={printing}
          paper={paper}
          merged={merged}
          done={(outcome, about = { begun: true }) => ended(printing, outcome, about)}
        />
      )}
    </>
  )
}

type PaperProps = { printing: Printing; paper: Paper; merged: boolean; done: (outcome: Printed['outcome'], about?: Outcome) => void }

function PaperSlip({ printing, paper, merged, done }: PaperProps) {
  const { sale, more, opens } = printing
  const { language, way } = choiceOf(printing)
  const [isDirect] = useState(() => way !== 'browser' && printerSettings().way !== 'browser')
  const said = useSlipWords(language, [sale, ...more])
  if (!said) return null
  const pages = slipPages(said.sales, merged, said.t)
  if (isDirect)
    return (
      <DirectSlip
        pages={pages}
        paper={paper}
        opens={opens && sale.training_no === null}
        done={(about) => done(about.trouble === undefined ? 'closed' : about.begun ? 'doubtful' : 'failed', about)}
      />
    )
  return (
    <PrintView paper={paper} styles={slipSheet} done={(outcome) => done(outcome)}>
      <Pages pages={pages} paper={paper} />
    </PrintView>
  )
}

const Pages = ({ pages, paper }: { pages: ReturnType<typeof slipPages>; paper: Paper }) =>
  // biome-ignore lint/suspicious/noArrayIndexKey: the pages of a slip never move
  pages.map((page, place) => <SlipPage key={place} page={page} width={paper} />)

type PreviewProps = { printing: Printing; paper: Paper; merged: boolean; onPrint: () => void; onClose: () => void }

function Preview({ printing: { sale, more }, paper, merged, onPrint, onClose }: PreviewProps) {
  const t = useTranslations('printers.slip')
  const word = useTranslations('house.words')
  const { language } = useSlipChoice()
  const said = useSlipWords(language, [sale, ...more])
  return (
    <Dialog onClose={onClose} title={t('preview')} returnFocus={false}>
      <div className="stack">
        <div className="row">
          <Button h={56} onClick={onPrint} data-autofocus>
            {word('print')} <EnterKey />
          </Button>
          <Button h={56} variant="default" onClick={onClose}>
            {word('close')} <Key>Esc</Key>
          </Button>
        </div>
        <SlipLanguages isSold />
        <div className="paper" style={{ maxWidth: `${paper}mm` }} aria-busy={!said}>
          {said && <Pages pages={slipPages(said.sales, merged, said.t)} paper={paper} />}
        </div>
      </div>
    </Dialog>
  )
}

/** Lets Alt and a digit choose the slip's language, at the till and in the preview. */
function useLanguageKeys() {
  useEffect(() => {
    function onKey(event: KeyboardEvent) {
      if (!event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
      const language = languages[Number(/^Digit([1-9])$/.exec(event.code)?.[1] ?? 0) - 1]
      if (!language) return
      event.preventDefault()
      chooseForSlip({ language })
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])
}
