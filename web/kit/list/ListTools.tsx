// Actions on a list as a whole: export it, choose its columns, save its filters as a view.
import { Button } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useUser } from '../base/api.ts'
import * as format from '../base/format.ts'
import type { ListName } from '../base/list-state.ts'
import type { FileColumn } from './list-columns.ts'

const ExportDialog = lazy(() => import('./ExportDialog.tsx'))
const ColumnsDialog = lazy(() => import('./ColumnsDialog.tsx'))
const ViewDialog = lazy(() => import('./ViewDialog.tsx'))

type Props = {
  call: ListName
  title: string
  total: number
  input: object
  columns: readonly { key: string; header: string; extra?: true | undefined }[]
  /** The columns of an exported file; undefined when this list cannot be exported. */
  files: { shown: FileColumn[]; every: FileColumn[] } | undefined
}

export function ListTools({ call, title, total, input, columns, files }: Props) {
  const t = useTranslations('pages.list')
  const field = useTranslations('fields')
  const [open, setOpen] = useState<'export' | 'columns' | 'view'>()
  const close = () => setOpen(undefined)
  const isView = Boolean(useUser().view)
  return (
    <div className="row push">
      {files && !isView && total > 0 && (
        <Button size="xs" variant="default" onClick={() => setOpen('export')} data-list-export>
          {t('export', { n: total, count: format.count(total) })}
        </Button>
      )}
      <Button size="xs" variant="subtle" onClick={() => setOpen('columns')}>
        {field('columns')}
      </Button>
      {!isView && (
        <Button size="xs" variant="subtle" onClick={() => setOpen('view')}>
          {t('save_view')}
        </Button>
      )}
      <Suspense>
        {open === 'export' && files && <ExportDialog call={call} title={title} total={total} input={input} files={files} onClose={close} />}
        {open === 'columns' && <ColumnsDialog call={call} columns={columns} onClose={close} />}
        {open === 'view' && <ViewDialog call={call} onClose={close} />}
      </Suspense>
    </div>
  )
}
