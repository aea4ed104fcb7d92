// The content of pages that anybody may open. Before signing in they are shown in the login's card, afterwards in the shell. Their code is loaded when one of
// them is opened.
import { useTranslations } from 'use-intl'
import { flags, roles } from '../../../../contract/kit/access.ts'
import { dateTime } from '../../../kit/base/format.ts'
import { Copy } from '../../../kit/page/Copy.tsx'
import { Page, toStart, useRecheck } from './PublicPages.tsx'

const RECHECK_MS = 30_000
const GRANTOR_MAX = 100
const searchParam = (name: string) => new URLSearchParams(location.search).get(name)

export function ComingSoon() {
  const further = useTranslations('entry.further')
  return <Page>{further('comingsoon_hint')}</Page>
}

export function NotFound() {
  const t = useTranslations('auth.pages')
  return <Page>{t('not_found_hint')}</Page>
}

export function ServerError() {
  const further = useTranslations('entry.further')
  return <Page again={() => history.back()}>{further('error_hint', { time: dateTime(new Date()) })}</Page>
}

/** The address contains the missing rights and who grants them, so that the user can send the page to that person. */
export function NotAuthorized() {
  const further = useTranslations('entry.further')
  const word = useTranslations('words')
  const missing = searchParam('missing')?.split(',') ?? []
  const grantor = searchParam('grantor')?.slice(0, GRANTOR_MAX)
  const rights = [...flags, ...roles, 'manager' as const].filter((right) => missing.includes(right)).map((right) => word(`rights.${right}`))
  if (rights.length === 0) return <Page>{further('not_authorized_hint')}</Page>
  if (!grantor) {
    return (
      <Page>
        <p>{further('missing', { rights: rights.join(', ') })}</p>
        <p className="muted">{further('not_authorized_hint')}</p>
      </Page>
    )
  }
  return (
    <Page beside={<Copy text={location.href} label={further('copy_link')} done={further('copied')} />}>
      <p>{word('ask', { grantor, rights: rights.join(', ') })}</p>
    </Page>
  )
}

export function Maintenance() {
  const further = useTranslations('entry.further')
  useRecheck(RECHECK_MS, toStart)
  return <Page again={toStart}>{further('maintenance_hint')}</Page>
}

export function Version() {
  const t = useTranslations('auth.pages')
  const further = useTranslations('entry.further')
  return (
    <Page>
      <dl className="abreast top" style={{ '--columns': 'auto minmax(0, 1fr)' }}>
        <dt className="muted">{t('version')}</dt>
        <dd>{VERSION}</dd>
        <dt className="muted">{further('commit')}</dt>
        <dd className="mono breaks">{COMMIT || '–'}</dd>
        <dt className="muted">{further('built')}</dt>
        <dd>{dateTime(BUILT_AT)}</dd>
        <dt className="muted">{further('browser')}</dt>
        <dd className="breaks">{navigator.userAgent}</dd>
      </dl>
    </Page>
  )
}
