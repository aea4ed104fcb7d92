// Two views of one page, chosen in the address; the first one is the default.
import { useUrlState } from '../../../kit/base/url.ts'

type View = { value: string; label: string }
type Props = { label: string; views: readonly [View, ...View[]] }

export function Views({ label, views }: Props) {
  const [state, change] = useUrlState()
  const current = views.find(({ value }) => value === state['view']) ?? views[0]
  const show = (view: View) => change({ view: view === views[0] ? undefined : view.value, page: undefined, q: undefined })
  return (
    <nav className="row gap-8 no-print" aria-label={label}>
      {views.map((view) => (
        <button key={view.value} type="button" className="surface chip" aria-pressed={view === current} onClick={() => show(view)}>
          {view.label}
        </button>
      ))}
    </nav>
  )
}
