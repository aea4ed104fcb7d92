// PRINT: draws its children in a hidden frame of this origin, waits for fonts and pictures, and prints. On thermal paper each direct child is a page, as long
// as the longest child; on A4 the text flows, with head, foot and page numbers. `styles`: the CSS of the children, added to print.css.
//   {slips && <PrintView paper={80} styles={slipSheet} done={() => setSlips(undefined)}>{slips.map(…)}</PrintView>}
//   {open && <PrintView paper="a4" head={[shop, number]} foot={bank} done={() => setOpen(false)}>…</PrintView>}

import { type ReactNode, useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { useTranslations } from 'use-intl'
import mono from '../../themes/fonts/jetbrains-mono-latin.woff2?url'
import { a4Page, type Margins, type Paper, slipPage } from '../base/sheet.ts'
import css from './kit.module.css'
import sheet from './print.css?inline'

const MM_PER_PX = 25.4 / 96

type Props = Margins & { paper: Paper | 'a4'; styles?: string; done: (outcome: 'closed' | 'failed') => void; children: ReactNode }

export function PrintView({ paper, styles = '', head, foot, done, children }: Props) {
  const word = useTranslations('house.words')
  const frame = useRef<HTMLIFrameElement>(null)
  const [body, setBody] = useState<HTMLElement>()
  const finish = useRef(done)
  finish.current = done
  const margins = useRef<Margins>({})
  margins.current = { ...(head && { head }), ...(foot && { foot }) }
  useEffect(() => {
    const target = frame.current?.contentWindow
    if (!body || !target) return
    let isOver = false
    const end = (outcome: 'closed' | 'failed') => {
      if (!isOver) finish.current(outcome)
      isOver = true
    }
    print(target, body, paper, styles, margins.current).then(
      () => end('closed'),
      () => end('failed'),
    )
    return () => {
      isOver = true
    }
  }, [body, paper, styles])
  return (
    <>
      <iframe
        ref={frame}
        srcDoc="<!doctype html>"
        onLoad={(event) => setBody(event.currentTarget.contentDocument?.body)}
        title={word('print')}
        aria-hidden
        tabIndex={-1}
        className={css.printed}
      />
      {body && createPortal(children, body)}
    </>
  )
}

/** Resolves when the print dialog is closed. Browsers do not tell whether anything was printed. */
async function print(target: Window, body: HTMLElement, paper: Paper | 'a4', styles: string, margins: Margins) {
  const page = body.ownerDocument
  const style = page.createElement('style')
  style.textContent = sheet + styles
  page.head.append(style)
  page.title = margins.head?.[1] ?? ''
  body.className = `paper-${paper}`
  page.fonts.add(await new FontFace('JetBrains Mono', `url(${new URL(mono, location.href).href})`, { weight: '400 700' }).load())
  await page.fonts.ready
  await Promise.all([...page.images].map((image) => image.decode().catch(() => undefined)))
  style.textContent += paper === 'a4' ? a4Page(margins) : slipPage(paper, lengthOf(body))
  const closed = new Promise<void>((resolve) => target.addEventListener('afterprint', () => resolve(), { once: true }))
  // The frame does not take the focus, so that the page still receives what the user types.
  target.print()
  await closed
}

/** Returns the length of the longest child, in mm. */
const lengthOf = (body: HTMLElement) => Math.ceil(Math.max(...[...body.children].map((child) => child.getBoundingClientRect().height)) * MM_PER_PX) + 1
