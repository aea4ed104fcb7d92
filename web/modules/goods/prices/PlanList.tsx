// The list of discount plans, with the number of customers and products of each.
import { Button } from '@mantine/core'
import { useTranslations } from 'use-intl'
import { accountRole } from '../../../../contract/kit/access.ts'
import { useNamed } from '../../../kit/base/action-name.ts'
import { useUser } from '../../../kit/base/api.ts'
import { can } from '../../../kit/base/can.ts'
import type { Row } from '../../../kit/base/list-state.ts'
import { ListPage } from '../../../kit/list/ListPage.tsx'
import type { Column } from '../../../kit/list/ListTable.tsx'
import { Link } from '../../../kit/router/Pages.tsx'

type Plan = Row<'plansList'>

/** A column for the platform only, because all other users see only their own plans. */
const ownerColumn = (header: string): Column<Plan> => ({ key: 'owner_name', header })

export default function PlanList() {
  const t = useTranslations('prices')
  const field = useTranslations('fields')
  const screens = useTranslations('house.screens')
  const user = useUser()
  const mayAdd = can(user, 'planAdd')
  const columns: Column<Plan>[] = [
    { key: 'plan_name', header: field('name') },
    ...(user.account_role === accountRole.superadmin ? [ownerColumn(field('parent'))] : []),
    { key: 'products' },
    { key: 'customers' },
    { key: 'discount_mean', header: t('mean') },
    { key: 'changed_at', header: t('changed_on') },
    { key: 'copy', field: null, header: t('duplicate'), cell: (row) => mayAdd && <Duplicate plan={row} /> },
  ]
  const more = [
    { to: '/coming-prices', label: screens('planned_prices'), may: can(user, 'plannedPrices') },
    { to: '/compare-plans', label: screens('plans_compare'), may: can(user, 'plansCompare') },
  ].filter(({ may }) => may)
  const add = mayAdd && (
    <Button component={Link} to="/discount-slabs/add">
      {t('add_plan')}
    </Button>
  )
  return (
    <ListPage
      call="plansList"
      columns={columns}
      rowKey={(row) => row.discount_plan_id}
      link={(row) => `/product-discount-slabs/${row.discount_plan_id}`}
      searchLabel={t('search_plans')}
      actions={
        <>
          {more.map(({ to, label }) => (
            <Button key={to} component={Link} to={to} variant="default">
              {label}
            </Button>
          ))}
          {add}
        </>
      }
      nothing={{ title: t('no_plans'), hint: t('no_plans_hint'), action: add }}
    />
  )
}

function Duplicate({ plan }: { plan: Plan }) {
  const t = useTranslations('prices')
  const named = useNamed()
  return (
    <Button
      component={Link}
      to={`/discount-slabs/add?copy=${plan.discount_plan_id}`}
      size="xs"
      variant="default"
      aria-label={named(t('duplicate'), plan.plan_name)}
    >
      {t('duplicate')}
    </Button>
  )
}
