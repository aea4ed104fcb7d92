// A page about one row. It shows its title while loading; if the row was deleted or belongs to somebody else, it shows a link back.
// <OnePage asked={useQuery(…)} row={(data) => data.content[0]} missing={{ title, hint, to: '/suppliers/view', label }}>{(supplier) => …}</OnePage>
import { Button } from '@mantine/core'
import { type ReactNode, Suspense } from 'react'
import { Link } from '../router/Pages.tsx'
import { Empty, Failed } from './Empty.tsx'
import { isNoSuch, NoSuch } from './no-such.ts'
import { PageTitle } from './PageTitle.tsx'

type Missing = { title: string; hint?: string; to?: string; label?: string }
type PageQuery<D> = { data: D | undefined; isPending: boolean; isError: boolean; error: unknown; refetch: () => unknown }
type Props<D, R> = { asked: PageQuery<D>; row: (data: D) => R | undefined; missing: Missing; children: (row: R) => ReactNode }

export function OnePage<D, R>({ asked, row, missing, children }: Props<D, R>) {
  if (asked.isPending) return <PageTitle />
  if (asked.data === undefined && isNoSuch(asked.error)) return <MissingPage {...missing} />
  if (asked.data === undefined) return <FailedPage error={asked.error} retry={() => asked.refetch()} />
  const found = row(asked.data)
  return found === undefined ? <MissingPage {...missing} /> : children(found)
}

/** A page whose request failed, or whose row does not exist. */
export function FailedPage({ error, retry }: { error: unknown; retry: () => void }) {
  return (
    <div className="stack">
      <PageTitle />
      <Failed error={error} retry={retry} />
    </div>
  )
}

/** The page that says that the thing named by the address does not exist. */
export function NoSuchPage() {
  return (
    <div className="stack">
      <PageTitle />
      <Suspense>
        <NoSuch />
      </Suspense>
    </div>
  )
}

export function MissingPage({ title, hint, to, label }: Missing) {
  return (
    <div className="stack" data-missing>
      <PageTitle />
      <Empty title={title} hint={hint}>
        {to && (
          <Button component={Link} to={to}>
            {label}
          </Button>
        )}
      </Empty>
    </div>
  )
}
