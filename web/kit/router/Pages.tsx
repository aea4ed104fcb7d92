// React's part of the router: the page that is shown, its address, links to other pages, and the question before a page is left.
import { type ComponentProps, createContext, type ReactNode, Suspense, use, useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react'
import { CatchBoundary, type Fallback } from './CatchBoundary.tsx'
import type { Place } from './history.ts'
import type { NavigateOptions, Page, Router } from './router.ts'

const Routing = createContext<Router | undefined>(undefined)
const Shown = createContext<Page | undefined>(undefined)

function given<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('This part belongs inside <Pages>')
  return value
}

type Props = { router: Router; crashed: Fallback; children: ReactNode }

/** Shows what is around every page, with <PageView> somewhere in it. While a page is not ready, the previous page stays in view. */
export function Pages({ router, crashed, children }: Props) {
  const [page, setPage] = useState(router.page())
  useLayoutEffect(() => {
    const show = () => setPage(router.page())
    show()
    const end = router.watch(show)
    return () => void end()
  }, [router])
  useLayoutEffect(() => {
    if (page?.scroll !== undefined) scrollTo(0, page.scroll)
  }, [page])
  return (
    <Routing value={router}>
      <Shown value={page}>
        <CatchBoundary resetBy={page} fallback={crashed}>
          <Suspense>{children}</Suspense>
        </CatchBoundary>
      </Shown>
    </Routing>
  )
}

/** The page itself. Two screens that share a component are still two pages, and the second begins anew. */
export function PageView({ crashed: Crashed }: { crashed: Fallback }) {
  const page = usePage()
  const router = useRouter()
  if ('error' in page) return <Crashed error={page.error} reset={router.again} />
  return (
    <CatchBoundary key={page.route.path} resetBy={page} fallback={Crashed}>
      <page.View />
    </CatchBoundary>
  )
}

const useRouter = () => given(use(Routing))

/** The page that is shown: its route, its address and the parameters of its path. */
export const usePage = (): Page => given(use(Shown))

/** The parameters in the path of the page, such as `customerId`. */
export const useParams = (): Readonly<Record<string, string | undefined>> => usePage().params

/** The address of the page that is shown. */
export const useLocation = (): Place => usePage().place

/** The browser's address, which changes before its page has loaded. */
export function useAddress(): string {
  const { watch, address } = useRouter()
  return useSyncExternalStore(watch, address)
}

/** Returns a function that opens an address of the app. */
export const useNavigate = (): ((to: string, how?: NavigateOptions) => Promise<void>) => useRouter().go

/** How long the pointer rests on a link before its page is loaded. */
const INTENT_MS = 50

/** A link to a page of the app. The page's code is loaded as soon as the user seems about to follow the link. */
export function Link({ to, onClick, ...rest }: Omit<ComponentProps<'a'>, 'href'> & { to: string }) {
  const { go, prepare } = useRouter()
  const resting = useRef<ReturnType<typeof setTimeout>>(undefined)
  const ahead = () => prepare(to)
  return (
    <a
      {...rest}
      href={to}
      onClick={(event) => {
        onClick?.(event)
        const isApart = event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey || rest.target === '_blank'
        if (event.defaultPrevented || isApart) return
        event.preventDefault()
        void go(to)
      }}
      onFocus={ahead}
      onTouchStart={ahead}
      onPointerEnter={() => {
        resting.current = setTimeout(ahead, INTENT_MS)
      }}
      onPointerLeave={() => clearTimeout(resting.current)}
    />
  )
}

/** Asks before the page is left, if `blocks` says so. Returns the question while it is open. */
export function useBlocker(blocks: (current: Place, next: Place) => boolean): { stay: () => void; leave: () => void } | undefined {
  const { block } = useRouter()
  const [question, setQuestion] = useState<{ stay: () => void; leave: () => void }>()
  const latest = useRef(blocks)
  latest.current = blocks
  useEffect(() => {
    const ask = (answer: (leaves: boolean) => void) => {
      const by = (leaves: boolean) => () => {
        setQuestion(undefined)
        answer(leaves)
      }
      setQuestion({ stay: by(false), leave: by(true) })
    }
    const end = block({ blocks: (current, next) => latest.current(current, next), ask })
    return () => void end()
  }, [block])
  return question
}
