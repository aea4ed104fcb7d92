// Starts a support view of an organisation: the user chooses an organisation from a list and enters a reason, and then its portal is shown.
import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { accountRole } from '../../../../contract/kit/access.ts'
import { VIEW_MINUTES } from '../../../../contract/people/support.ts'
import { useNamed } from '../../../kit/base/action-name.ts'
import { useCall } from '../../../kit/base/api.ts'
import type { Row } from '../../../kit/base/list-state.ts'
import { ListPage } from '../../../kit/list/ListPage.tsx'
import { Dialog } from '../../../kit/page/Dialog.tsx'
import { Refusal } from '../../../kit/page/Refusal.tsx'

type Shop = Row<'viewsList'>

export default function SupportViews() {
  const t = useTranslations('audit.support')
  const field = useTranslations('fields')
  const named = useNamed()
  const [chosen, choose] = useState<Shop>()
  return (
    <>
      <ListPage
        call="viewsList"
        columns={[
          { key: 'organisation_name' },
          {
            key: 'account_role',
            header: field('product_type'),
            cell: (row) => (row.account_role === accountRole.reseller ? field('tenant') : field('seller')),
          },
          { key: 'tenant_name', header: field('parent') },
          { key: 'city' },
          {
            key: 'action',
            field: null,
            cell: (row) => (
              <Button size="xs" variant="default" aria-label={named(t('look'), row.organisation_name)} onClick={() => choose(row)}>
                {t('look')}
              </Button>
            ),
          },
        ]}
        rowKey={(row) => row.organisation_id}
        searchLabel={t('search')}
        nothing={{ title: t('nothing'), hint: t('nothing_hint') }}
      />
      {chosen && <Begin shop={chosen} close={() => choose(undefined)} />}
    </>
  )
}

/** The dialog that begins a support view. The portal is opened by loading the page anew, so that nothing of the user's own rights stays in memory. */
function Begin({ shop, close }: { shop: Shop; close: () => void }) {
  const t = useTranslations('audit.support')
  const field = useTranslations('fields')
  const named = useNamed()
  const [reason, setReason] = useState('')
  const begin = useCall('viewBegin', { done: () => location.assign('/') })
  const { tenant_id, organisation_id, organisation_name } = shop
  return (
    <Dialog title={named(t('look'), organisation_name)} onClose={close}>
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault()
          if (reason.trim()) begin.mutate({ tenant_id, organisation_id, reason })
        }}
      >
        <p>{t('rules', { minutes: VIEW_MINUTES })}</p>
        <Refusal error={begin.error} />
        <TextInput
          label={field('reason')}
          description={t('reason_hint')}
          required
          maxLength={200}
          data-autofocus
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
        <div className="row">
          <Button type="submit" disabled={begin.isPending || begin.isSuccess || !reason.trim()}>
            {t('look')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
