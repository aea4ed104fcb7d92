// PRINT: draws its children in a hidden frame of this origin, waits for fonts and pictures, measures, and prints on a page of that size.
// Each direct child is one page. Browsers turn "80mm auto" into US Letter, so the page's height has to be set.
//   {slips && <PrintView width={80} done={() => setSlips(undefined)}>{slips.map(…)}</PrintView>}
import mono from '@fontsource-variable/jetbrains-mono/files/jetbrains-mono-latin-wght-normal.woff2?url'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { useTranslations } from 'use-intl'

/** Paper widths in mm, each with the width a thermal printer can print on. */
export const papers = { 58: 48, 80: 72 } as const
export type Paper = keyof typeof papers

const MM_PER_PX = 25.4 / 96

type Props = { width: Paper; done: (outcome: 'closed' | 'failed') => void; children: ReactNode }

export function PrintView({ width, done, children }: Props) {
  const t = useTranslations('house.period')
  const frame = useRef<HTMLIFrameElement>(null)
  const [body, setBody] = useState<HTMLElement>()
  const finish = useRef(done)
  finish.current = done
  useEffect(() => {
    const target = frame.current?.contentWindow
    if (!body || !target) return
    let isOver = false
    const end = (outcome: 'closed' | 'failed') => {
      if (!isOver) finish.current(outcome)
      isOver = true
    }
    print(target, body, width).then(
      () => end('closed'),
      () => end('failed'),
    )
    return () => {
      isOver = true
    }
  }, [body, width])
  return (
    <>
      <iframe
        ref={frame}
        srcDoc="<!doctype html>"
        onLoad={(event) => setBody(event.currentTarget.contentDocument?.body)}
        title={t('print')}
        aria-hidden
        tabIndex={-1}
        style={{ position: 'fixed', left: -10_000, top: 0, width: `${width}mm`, height: 100, border: 0, visibility: 'hidden' }}
      />
      {body && createPortal(children, body)}
    </>
  )
}

const sheet = (width: Paper) => `
  * { box-sizing: border-box; }
  html, body { margin: 0; background: #fff; color: #000; }
  body { width: ${width}mm; padding: 0 ${(width - papers[width]) / 2}mm; font: 9pt/1.35 Arial, 'Liberation Sans', sans-serif; }
  body > * { overflow: hidden; break-after: page; }
  body > :last-child { break-after: auto; }`

/** Resolves when the print dialog is closed; browsers do not tell whether paper came out. */
async function print(target: Window, body: HTMLElement, width: Paper) {
  const page = body.ownerDocument
  const style = page.createElement('style')
  style.textContent = sheet(width)
  page.head.append(style)
  page.fonts.add(await new FontFace('JetBrains Mono', `url(${new URL(mono, location.href).href})`, { weight: '100 800' }).load())
  await page.fonts.ready
  await Promise.all([...page.images].map((image) => image.decode().catch(() => undefined)))
  const heights = [...body.children].map((child) => child.getBoundingClientRect().height)
  const height_mm = Math.ceil(Math.max(...heights) * MM_PER_PX) + 1
  style.textContent += `@page { size: ${width}mm ${height_mm}mm; margin: 0; }`
  const closed = new Promise<void>((resolve) => target.addEventListener('afterprint', () => resolve(), { once: true }))
  target.focus()
  target.print()
  await closed
}
