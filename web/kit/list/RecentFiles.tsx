// The user's own exports of the last day, including exports that are running or have failed.
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { query } from '../base/api.ts'
import * as format from '../base/format.ts'
import { InnerLink } from '../page/InnerLink.tsx'

const FEW = 5

export function RecentFiles({ except }: { except?: string }) {
  const t = useTranslations('pages.list')
  const files = useQuery({ ...query('exportsList', { limit: FEW + 1 }), staleTime: 0 }).data?.content ?? []
  const others = files.filter(({ download_id, state }) => download_id !== except && state !== 'expired').slice(0, FEW)
  if (others.length === 0) return null
  return (
    <section className="stack" aria-label={t('recent_files')}>
      <h3>{t('recent_files')}</h3>
      <ul>
        {others.map(({ download_id, file_name, state, rows, created_at }) => (
          <li key={download_id}>
            <InnerLink to={`/download/${download_id}`}>{file_name}</InnerLink>
            <span className="muted">
              {' · '}
              {state === 'ready' ? '' : `${t(state === 'failed' ? 'recent_file_failed' : 'recent_file_making')}, `}
              {t('recent_file', { n: rows, count: format.count(rows), at: format.dateTime(created_at) })}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
