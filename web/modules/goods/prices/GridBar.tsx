// The number of unsaved changes, with buttons to save and to undo. Stays visible at the bottom.
import { Button } from '@mantine/core'
import { useEffect } from 'react'
import { useTranslations } from 'use-intl'
import * as format from '../../../kit/base/format.ts'
import { fetchDayChoice } from './later.ts'
import type { useGrid } from './use-grid.ts'

type Props = { grid: ReturnType<typeof useGrid>; count: number; submit: string; disabled: boolean; onSubmit: () => void }

export function GridBar({ grid, count, submit, disabled, onSubmit }: Props) {
  const t = useTranslations('prices')
  const word = useTranslations('words')
  const isTyped = count > 0
  useEffect(() => {
    if (isTyped) fetchDayChoice()
  }, [isTyped])
  if (!isTyped) return null
  return (
    <div className="card row bar" style={{ padding: 12 }}>
      <span role="status">{t('unsaved', { n: count, count: format.count(count) })}</span>
      <Button variant="default" disabled={!grid.canUndo} onClick={grid.undo}>
        {t('undo')}
      </Button>
      <Button variant="default" onClick={grid.clear}>
        {word('discard')}
      </Button>
      <Button disabled={disabled} onClick={onSubmit}>
        {submit}
      </Button>
    </div>
  )
}
