// EPay terminals: which seller has which terminal, whether it is activated, when it was last seen.
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { terminalStates } from '../../../../contract/customers/customers.ts'
import { useNamed } from '../../../kit/base/action-name.ts'
import { useUser } from '../../../kit/base/api.ts'
import { can } from '../../../kit/base/can.ts'
import type { Filter, Row } from '../../../kit/base/list-state.ts'
import { FormDialog } from '../../../kit/form/FormDialog.tsx'
import { TextField } from '../../../kit/form/fields.tsx'
import { useCallForm } from '../../../kit/form/use-call-form.ts'
import { ListPage } from '../../../kit/list/ListPage.tsx'
import type { Column } from '../../../kit/list/ListTable.tsx'
import { wordsOf } from '../../../kit/list/list-columns.ts'
import { EffectDialog } from '../../../kit/page/EffectButton.tsx'

const looks = { inactive: 'badge', activated: 'badge success' }
type Terminal = Row<'terminalsList'>

export default function TerminalList() {
  const t = useTranslations('customers')
  const field = useTranslations('fields')
  const user = useUser()
  const mayChange = can(user, 'terminalActivate')
  const mayRead = can(user, 'customerDetails')
  const columns: Column<Terminal>[] = [
    { key: 'name', header: field('organisation'), sort: 'name' },
    { key: 'terminal_id', header: t('terminal.id'), sort: 'terminal_id' },
    { key: 'city' },
    { key: 'state', words: wordsOf(terminalStates, (state) => t(`terminal.states.${state}`)), looks },
    { key: 'activated_at', header: t('terminal.activated_at') },
    { key: 'last_seen_at' },
    { key: 'action', field: null, cell: (row) => mayChange && <Change row={row} /> },
  ]
  const filters: Filter[] = [
    { name: 'state', label: field('state'), options: terminalStates.map((value) => ({ value, label: t(`terminal.states.${value}`), is: value })) },
  ]
  return (
    <ListPage
      call="terminalsList"
      columns={columns}
      rowKey={(row) => row.customer_id}
      link={(row) => (mayRead ? `/customer/details/${row.customer_id}` : undefined)}
      filters={filters}
      searchLabel={t('terminal.search')}
      sort="name"
      nothing={{ title: t('terminal.none'), hint: t('terminal.none_hint') }}
    />
  )
}

function Change({ row }: { row: Terminal }) {
  const t = useTranslations('customers.terminal')
  const named = useNamed()
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  const way = row.state === 'activated' ? 'deactivate' : 'activate'
  return (
    <>
      <Button size="xs" variant="default" aria-label={named(t(way), row.name)} onClick={() => setOpen(true)}>
        {t(way)}
      </Button>
      {isOpen && way === 'activate' && <Activate row={row} onClose={close} />}
      {isOpen && way === 'deactivate' && <Deactivate row={row} onClose={close} />}
    </>
  )
}

type DialogProps = { row: Terminal; onClose: () => void }

function Activate({ row, onClose }: DialogProps) {
  const t = useTranslations('customers.terminal')
  const form = useCallForm('terminalActivate', {
    labels: { terminal_id: t('id') },
    fixed: { customer_id: row.customer_id, action: 'activate' },
    values: { terminal_id: row.terminal_id },
    required: ['terminal_id'],
    refresh: ['terminalsList', 'customerDetails'],
    done: onClose,
  })
  return (
    <FormDialog title={t('activate_title', { name: row.name })} form={form} submit={t('activate')} onClose={onClose}>
      <TextField {...form.fields.terminal_id} hint={t('id_hint')} autoFocus />
    </FormDialog>
  )
}

function Deactivate({ row, onClose }: DialogProps) {
  const t = useTranslations('customers.terminal')
  return (
    <EffectDialog
      {...{ call: 'terminalActivate', input: { customer_id: row.customer_id, action: 'deactivate' }, refresh: ['terminalsList', 'customerDetails'] }}
      {...{ title: t('deactivate_title', { name: row.name }), label: t('deactivate'), done: onClose, onClose }}
    >
      <p>{t('deactivate_text', { id: row.terminal_id })}</p>
    </EffectDialog>
  )
}
