// The menu of a list as a whole: export it, choose its columns, save its filters as a view, print it.
import { Button } from '@mantine/core'
import Ellipsis from 'lucide-react/icons/ellipsis'
import { lazy, Suspense, useContext, useId, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useUser } from '../base/api.ts'
import * as format from '../base/format.ts'
import type { ListName } from '../base/list-state.ts'
import { Refusal } from '../page/Refusal.tsx'
import type { FileColumn } from './list-columns.ts'
import { Preparations, printAll } from './print-rows.ts'
import styles from './tools.module.css'

const ExportDialog = lazy(() => import('./ExportDialog.tsx'))
const ColumnsDialog = lazy(() => import('./ColumnsDialog.tsx'))
const ViewDialog = lazy(() => import('./ViewDialog.tsx'))

type Props = {
  call: ListName
  title: string
  total: number
  input: object
  columns: readonly { key: string; header: string; extra?: true | undefined }[]
  /** The columns of an exported file; undefined if this list cannot be exported. */
  files: { shown: FileColumn[]; every: FileColumn[] } | undefined
}

export function ListTools({ call, title, total, input, columns, files }: Props) {
  const t = useTranslations('pages.list')
  const field = useTranslations('fields')
  const word = useTranslations('house.words')
  const [open, setOpen] = useState<'export' | 'columns' | 'view'>()
  const close = () => setOpen(undefined)
  const id = useId()
  const menu = useRef<HTMLDivElement>(null)
  const preparations = useContext(Preparations)
  const [error, setError] = useState<unknown>()
  /** Opens the chosen dialog. Without a dialog, prints the page; a report is printed with all of its rows. */
  function choose(dialog?: typeof open) {
    menu.current?.hidePopover()
    setError(undefined)
    if (dialog) setOpen(dialog)
    else if (preparations) void printAll(preparations).catch(setError)
    else print()
  }
  const isView = Boolean(useUser().view)
  return (
    <div className="row push">
      <Refusal error={error} />
      <button type="button" className="surface square" popoverTarget={id} aria-label={t('tools')} title={t('tools')} data-list-tools>
        <Ellipsis size={18} aria-hidden />
      </button>
      <div ref={menu} id={id} popover="auto" className={`surface floats ${styles.toolMenu}`}>
        {files && !isView && total > 0 && (
          <Button variant="subtle" onClick={() => choose('export')} data-list-export>
            {t('export', { n: total, count: format.count(total) })}
          </Button>
        )}
        <Button variant="subtle" onClick={() => choose('columns')}>
          {field('columns')}
        </Button>
        {!isView && (
          <Button variant="subtle" onClick={() => choose('view')}>
            {t('save_view')}
          </Button>
        )}
        <Button variant="subtle" onClick={() => choose()}>
          {word('print')}
        </Button>
      </div>
      <Suspense>
        {open === 'export' && files && <ExportDialog call={call} title={title} total={total} input={input} files={files} onClose={close} />}
        {open === 'columns' && <ColumnsDialog call={call} columns={columns} onClose={close} />}
        {open === 'view' && <ViewDialog call={call} onClose={close} />}
      </Suspense>
    </div>
  )
}
