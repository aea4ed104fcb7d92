// Says that the thing named by the address does not exist, with a link to the list of such things.
import { Button } from '@mantine/core'
import { useTranslations } from 'use-intl'
import { useUser } from '../base/api.ts'
import { can } from '../base/can.ts'
import { Link, usePage } from '../router/Pages.tsx'
import { Empty } from './Empty.tsx'

/** The kind of thing that each parameter of an address identifies. If an address has several parameters, the last one counts. */
const things = {
  customerId: 'customer',
  configId: 'stock',
  productId: 'product',
  supplierId: 'supplier',
  connectionId: 'connection',
  batch: 'batch',
  poolId: 'pool',
  liveProductId: 'product',
  discountSlabId: 'plan',
  invoiceId: 'document',
  reclaimId: 'claim',
  data: 'device',
  userId: 'person',
  bookingId: 'ticket',
  downloadId: 'file',
} as const
const isThing = (name: string): name is keyof typeof things => name in things

export default function NothingThere() {
  const t = useTranslations('shell.nothing_there')
  const screens = useTranslations('house.screens')
  const { params, route } = usePage()
  const thing = Object.keys(params).filter(isThing).at(-1)
  const user = useUser()
  const list = route.parent
  const parent = list && can(user, list.access ?? list.call ?? 'all') ? list : undefined
  return (
    <div data-missing>
      <Empty title={t(thing ? things[thing] : 'other')} hint={t('hint')}>
        <Button component={Link} to={parent?.path ?? '/dashboard'}>
          {parent ? t('back', { screen: screens(parent.title) }) : t('start')}
        </Button>
      </Empty>
    </div>
  )
}
