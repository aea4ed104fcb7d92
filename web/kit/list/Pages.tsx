// The footer of a list: which rows are shown, how many per page, and the page numbers.
import { Button, NativeSelect, TextInput } from '@mantine/core'
import { useTranslations } from 'use-intl'
import * as format from '../base/format.ts'
import { PAGE_SIZES } from '../base/list-state.ts'
import type { UrlChange } from '../base/url.ts'
import { ELLIPSIS_FROM, pageButtons, pageIn, pagesOf } from './paging.ts'

type Props = { page: number; limit: number; total: number; change: UrlChange }

export function Pages({ page, limit, total, change }: Props) {
  const t = useTranslations('pages.list')
  const word = useTranslations('house.words')
  const pages = pagesOf(total, limit)
  const current = Math.min(page, pages)
  const from = format.count((current - 1) * limit + 1)
  const to = format.count(Math.min(current * limit, total))
  const open = (next: number) => change({ page: next === 1 ? undefined : String(next) })
  const sizes = [...new Set([...PAGE_SIZES, limit])].sort((a, b) => a - b).map(String)
  return (
    <div className="row no-print">
      <span className="muted" role="status">
        {t('range', { from, to, total: format.count(total) })}
      </span>
      <div className="row push">
        <span aria-hidden>{t('per_page')}</span>
        <NativeSelect
          aria-label={t('per_page')}
          value={String(limit)}
          data={sizes}
          onChange={(event) => change({ per: event.currentTarget.value, page: undefined })}
        />
        {pages > 1 && (
          <nav className="row" aria-label={t('pages')}>
            <Button variant="default" disabled={current <= 1} onClick={() => open(current - 1)}>
              {t('previous')}
            </Button>
            {pageButtons(current, pages).map((button, index) => (
              <PageButton
                key={button === 'gap' ? `gap ${index}` : button}
                button={button}
                isCurrent={button === current}
                label={(number) => t('page', { page: number })}
                open={open}
              />
            ))}
            <Button variant="default" disabled={current >= pages} onClick={() => open(current + 1)}>
              {word('next')}
            </Button>
            {pages >= ELLIPSIS_FROM && <PageField key={current} page={current} pages={pages} label={t('to_page')} open={open} />}
          </nav>
        )}
      </div>
    </div>
  )
}

type ButtonProps = { button: number | 'gap'; isCurrent: boolean; label: (page: string) => string; open: (page: number) => void }

function PageButton({ button, isCurrent, label, open }: ButtonProps) {
  if (button === 'gap') return <span aria-hidden>…</span>
  return (
    <Button
      variant={isCurrent ? 'light' : 'subtle'}
      px={10}
      aria-current={isCurrent ? 'page' : undefined}
      aria-label={label(format.count(button))}
      onClick={() => open(button)}
    >
      {format.count(button)}
    </Button>
  )
}

/** A typed number is limited to the first and the last page. */
function PageField({ page, pages, label, open }: { page: number; pages: number; label: string; open: (page: number) => void }) {
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        open(pageIn(String(new FormData(event.currentTarget).get('page')), page, pages))
      }}
    >
      <TextInput name="page" aria-label={label} defaultValue={String(page)} inputMode="numeric" w={72} onFocus={(event) => event.currentTarget.select()} />
    </form>
  )
}
