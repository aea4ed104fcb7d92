// LIST: a title with the number of rows, a search, filters, a table (cards on phones) and pages. All of its state is in the URL.
// <ListPage call="customersListShort" columns={[…]} rowKey={(row) => row.customer_id} link={(row) => `/customer/${row.customer_id}/credit/add`} />
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, Suspense, useEffect } from 'react'
import { useTranslations } from 'use-intl'
import { areBookings } from '../../../contract/kit/row-kinds.ts'
import { type Input, type Output, query } from '../base/api.ts'
import { contractOf } from '../base/contract.ts'
import { useFieldNames } from '../base/field-names.ts'
import * as format from '../base/format.ts'
import { type Filter, type ListName, listInput, type Row, rowsOf } from '../base/list-state.ts'
import { stringifySearch, useUrlState } from '../base/url.ts'
import { Empty, Failed, NoMatch } from '../page/Empty.tsx'
import { NextSteps } from '../page/next-steps.ts'
import { PageTitle, useScreenTitle } from '../page/PageTitle.tsx'
import { WhenNear } from '../page/WhenNear.tsx'
import { useLocation } from '../router/Pages.tsx'
import { acrossColumns, useAcrossTenants, withinReach } from './across-tenants.tsx'
import { ListFilters } from './ListFilters.tsx'
import { type Column, ListTable, useHeaded } from './ListTable.tsx'
import { ListTools } from './ListTools.tsx'
import { ListViews } from './ListViews.tsx'
import { fileColumns, isExportable, kindsIn, useHiddenColumns } from './list-columns.ts'
import { Note } from './Note.tsx'
import next from './next.module.css'
import { Pages } from './Pages.tsx'
import { PickedBar } from './PickedBar.tsx'
import { pagesOf } from './paging.ts'
import { useRowsToPrint } from './print-rows.ts'
import { usePicked } from './use-picked-rows.ts'

type Props<N extends ListName> = {
  call: N
  columns: readonly Column<Row<N>>[]
  rowKey: (row: Row<N>) => string
  /** Returns the path that a click on the row opens; undefined for a row that opens nothing. */
  link?: (row: Row<N>) => string | undefined
  filters?: readonly Filter[]
  /** Input of the call that is fixed and does not come from the address. */
  input?: Partial<Input<N>>
  searchLabel?: string
  /** The default sort, as the call names it. Its column is marked as sorted until the user chooses another sort. */
  sort?: string
  title?: string
  /** Returns short texts about all rows, shown beside the title. While the answer is loading, their place is reserved. */
  note?: (output: Output<N> | undefined) => readonly string[]
  /** The buttons beside the title. A function draws them from the answer, which is undefined while it is loading. */
  actions?: ReactNode | ((output: Output<N> | undefined) => ReactNode)
  /** Draws content above the table from the list's answer. */
  above?: (output: Output<N>) => ReactNode
  /** Draws content below the page numbers from the list's answer, such as sums or a chart. */
  below?: (output: Output<N>) => ReactNode
  /** Draws figures above the table from the list's answer; while the answer is loading, their places are reserved. */
  figures?: (output: Output<N> | undefined) => ReactNode
  nothing?: { title?: string; hint: string; action?: ReactNode }
  /** Draws the actions for chosen rows. Without it rows cannot be chosen. */
  bulk?: (picked: { ids: readonly string[]; clear: () => void }) => ReactNode
  /** Whether the list has no heading because it is part of another page. */
  bare?: boolean
  /** Further controls in the row of the filters. */
  more?: ReactNode
  /** Called when folded filters are shown or hidden, so that the screen requests their options only when they are shown. */
  onUnfold?: (isOpen: boolean) => void
  /** Whether the platform can read the list across all its resellers. */
  across?: boolean
  /** Whether the list has export, a choice of columns and saved views. Lists that fill a whole page have them. */
  tools?: boolean
}

type PageInput<N extends ListName> = Pick<ReturnType<typeof listInput<N>>, 'input' | 'page' | 'limit'>

export function ListPage<N extends ListName>({
  call,
  columns: drawn,
  rowKey,
  link,
  filters: own = [],
  input = {},
  sort,
  nothing,
  figures,
  more,
  note,
  onUnfold,
  bare = false,
  tools = !bare,
  ...given
}: Props<N>) {
  const screen = useScreenTitle()
  const { pathname } = useLocation()
  const [state, change] = useUrlState()
  const across = useAcrossTenants(given.across ?? false)
  const filters = [...own, ...across.filters]
  // The parts around the list and the actions on its rows work only for one reseller, so a list across all resellers is shown without them.
  const { above, below, bulk, actions, ...text } = across.isOn ? { ...given, ...NOT_ACROSS } : given
  const asked = listInput(call, state, filters, input)
  const { isNarrowed } = listInput(call, state, own, input)
  const { list, rows, first, total, isBeyond } = useAnswer(call, asked, rowKey)
  const isEmpty = list.isSuccess && rows.length === 0 && !isBeyond
  const nameOf = useFieldNames()
  const headed = useHeaded(drawn)
  const columns = across.isOn ? acrossColumns(headed, nameOf('tenant') ?? '') : headed
  const { shown } = useHiddenColumns(call, columns)
  const seen = tools ? shown(columns) : columns
  const picked = usePicked(call, asked.input, rowKey)
  const reset = () => change({ q: undefined, page: undefined, ...Object.fromEntries(filters.map((filter) => [filter.name, undefined])) })
  return (
    <div className="stack gap-8" data-list={tools || undefined}>
      {!bare && (
        <PageTitle title={text.title} count={total === undefined ? '' : format.count(total)} note={note && <Note texts={note(list.data)} />}>
          {typeof actions === 'function' ? actions(list.data) : actions}
        </PageTitle>
      )}
      {tools && <ListViews call={call} />}
      <ListFilters
        search={asked.canSearch ? (text.searchLabel ?? '') : undefined}
        filters={own}
        isNarrowed={isNarrowed}
        reset={reset}
        chip={across.chip}
        more={more}
        onUnfold={onUnfold}
        tools={
          tools && (
            <ListTools
              call={call}
              title={text.title ?? screen}
              total={total ?? 0}
              input={asked.input}
              columns={columns.map(({ key, header, extra }) => ({ key, header, extra }))}
              files={isExportable(call) && !across.isOn ? { shown: fileColumns(call, seen), every: fileColumns(call, columns, nameOf) } : undefined}
            />
          )
        }
      />
      {bulk && picked.ids.length > 0 && (
        <PickedBar count={picked.ids.length} total={total ?? 0} isAsking={picked.isAsking} all={picked.all} clear={picked.clear}>
          {bulk(picked)}
        </PickedBar>
      )}
      {across.refusal}
      {figures?.(list.data)}
      {list.data && above?.(list.data)}
      {list.isError && <Failed error={list.error} retry={() => list.refetch()} />}
      {isEmpty && <NothingListed isNarrowed={isNarrowed} reset={reset} nothing={nothing} />}
      {!isEmpty && !list.isError && (
        <ListTable
          columns={seen}
          kinds={kindsIn(call)}
          exact={areBookings(contractOf(call))}
          picked={bulk && picked}
          rows={list.data && !isBeyond ? rows : undefined}
          rowKey={rowKey}
          link={link ?? (across.isOn ? () => `${pathname}${stringifySearch({ ...state, tenants: undefined, page: undefined })}` : undefined)}
          opening={across.isOn ? across.opening : undefined}
          sort={state['sort'] ?? sort}
          isStale={list.isPlaceholderData}
          onSort={(next) => change({ sort: next === sort ? undefined : next, page: undefined })}
        />
      )}
      {total !== undefined && total > rows.length && rows.length > 0 && <PrintedPart from={first + 1} to={first + rows.length} total={total} />}
      {total !== undefined && total > 0 && (
        <Pages page={asked.page} limit={asked.limit} total={across.isOn ? withinReach(total, asked.limit) : total} change={change} />
      )}
      {list.data && below?.(list.data)}
      {tools && !below && !isNarrowed && rows.length === total && <IfFew count={total} />}
    </div>
  )
}

/** Reads the page that the address names; a page beyond the last one becomes the last one. While a report is printed, the rows are all rows. */
function useAnswer<N extends ListName>(call: N, { input, page, limit }: PageInput<N>, rowKey: (row: Row<N>) => string) {
  const [, change] = useUrlState()
  const list = useQuery({ ...query(call, input), placeholderData: keepPreviousData })
  const printed = useRowsToPrint(call, input, rowKey)
  const total = list.data?.filters.total_count
  const last = pagesOf(total ?? 0, limit)
  const isBeyond = list.isSuccess && !list.isPlaceholderData && page > last
  useEffect(() => {
    if (isBeyond) change({ page: last === 1 ? undefined : String(last) }, { replace: true })
  }, [isBeyond, last, change])
  return { list, rows: printed ?? rowsOf(list.data), first: printed ? 0 : (page - 1) * limit, total, isBeyond }
}

const NOT_ACROSS = { above: undefined, below: undefined, bulk: undefined, actions: undefined }

/** If a list has at most this many rows, a card below them shows what can be done next on the screen. */
const FEW = 4

function IfFew({ count }: { count: number }) {
  if (count === 0 || count > FEW) return null
  return (
    <div className={`card ${next.next}`}>
      <WhenNear>
        <Suspense>
          <NextSteps />
        </Suspense>
      </WhenNear>
    </div>
  )
}

type NothingProps = { isNarrowed: boolean; reset: () => void; nothing: Props<ListName>['nothing'] }

function NothingListed({ isNarrowed, reset, nothing }: NothingProps) {
  const t = useTranslations('house.empty')
  if (isNarrowed) return <NoMatch reset={reset} />
  return (
    <Empty title={nothing?.title ?? t('nothing')} hint={nothing?.hint}>
      {nothing?.action}
    </Empty>
  )
}

/** A line, on paper only, that says which of the rows are printed. */
function PrintedPart({ from, to, total }: { from: number; to: number; total: number }) {
  const t = useTranslations('pages.list')
  return (
    <p className="print-only">
      <b>{t('printed', { from: format.count(from), to: format.count(to), total: format.count(total) })}</b>
    </p>
  )
}
