// Discounts on live goods: rows are customers, columns are providers. Nobody can give a higher discount than their own organisation gets.
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { accountRole } from '../../../../contract/kit/access.ts'
import { query, useCall, useUser } from '../../../kit/base/api.ts'
import { listInput } from '../../../kit/base/list-state.ts'
import { useUrlState } from '../../../kit/base/url.ts'
import { SecondPerson } from '../../../kit/form/SecondPerson.tsx'
import { ListFilters } from '../../../kit/list/ListFilters.tsx'
import { Pages } from '../../../kit/list/Pages.tsx'
import { Empty } from '../../../kit/page/Empty.tsx'
import { NotYourCustomer } from '../../../kit/page/NotYourCustomer.tsx'
import { FailedPage } from '../../../kit/page/OnePage.tsx'
import { PageTitle } from '../../../kit/page/PageTitle.tsx'
import { Refusal } from '../../../kit/page/Refusal.tsx'
import { useParams } from '../../../kit/router/Pages.tsx'
import { GridBar } from './GridBar.tsx'
import { LiveMatrix } from './LiveMatrix.tsx'
import { liveChanges, liveWrong } from './live.ts'
import { useGrid } from './use-grid.ts'

/** The rows of a page: twenty customers times five providers. */
const PAGE = 100

export default function LiveDiscounts() {
  const t = useTranslations('prices')
  const word = useTranslations('words')
  const houseWord = useTranslations('house.words')
  const { customerId: customer_id } = useParams()
  const call = useUser().account_role === accountRole.superadmin ? 'liveDiscountsPlatform' : 'liveDiscounts'
  const [state, change] = useUrlState()
  const asked = listInput(call, { ...state, per: String(PAGE) }, [], customer_id ? { customer_id } : {})
  const list = useQuery(query(call, asked.input))
  const grid = useGrid()
  const save = useCall(call, { refresh: [call], done: grid.clear })
  const isWaiting = save.data?.state === 'waiting'
  const rows = list.data?.content ?? []
  const entries = liveChanges(rows, grid.typed)
  if (list.isError) return <FailedPage error={list.error} retry={() => list.refetch()} />
  return (
    <div className="stack">
      <PageTitle />
      {!customer_id && (
        <ListFilters search={word('search_customers')} filters={[]} isNarrowed={asked.isNarrowed} reset={() => change({ q: undefined, page: undefined })} />
      )}
      <Refusal error={save.error} changes />
      {isWaiting && <SecondPerson onClose={save.reset} />}
      {save.data && !isWaiting && entries.length === 0 && (
        <div role="status" className="notice">
          {t('live_saved')}
        </div>
      )}
      {list.isSuccess && rows.length === 0 && customer_id && <NotYourCustomer />}
      {list.isSuccess && rows.length === 0 && !customer_id && (
        <Empty title={asked.isNarrowed ? t('no_match') : word('no_customers_yet')} hint={asked.isNarrowed ? undefined : t('no_live_hint')} />
      )}
      {rows.length > 0 && <p className="muted">{t('grid_hint')}</p>}
      {rows.length > 0 && <LiveMatrix rows={rows} grid={grid} />}
      {list.data && list.data.filters.total_count > PAGE && <Pages page={asked.page} limit={PAGE} total={list.data.filters.total_count} change={change} />}
      <GridBar
        grid={grid}
        count={entries.length}
        submit={houseWord('save')}
        disabled={save.isPending || rows.some((row) => liveWrong(row, grid.typed))}
        onSubmit={() => save.mutate({ entries })}
      />
    </div>
  )
}
