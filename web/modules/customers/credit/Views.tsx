// The choice between two views of a page, kept in the address; the first view is the default.
import { useUrlState } from '../../../kit/base/url.ts'
import { Chips } from '../../../kit/page/Chips.tsx'

type View = { value: string; label: string }
type Props = { label: string; views: readonly [View, ...View[]] }

export function Views({ label, views }: Props) {
  const [state, change] = useUrlState()
  const [first] = views
  const current = views.find(({ value }) => value === state['view']) ?? first
  const show = (value: string) => change({ view: value === first.value ? undefined : value, page: undefined, q: undefined })
  return <Chips label={label} value={current.value} options={views} choose={show} />
}
