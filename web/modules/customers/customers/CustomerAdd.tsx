// Adds a customer. Its manager chooses the password through a link that is sent by mail.
import { Button } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useUser } from '../../../kit/base/api.ts'
import { can } from '../../../kit/base/can.ts'
import { PageTitle } from '../../../kit/page/PageTitle.tsx'
import { Link } from '../../../kit/router/Pages.tsx'
import { type Added, AddForm } from './AddForm.tsx'

export default function CustomerAdd() {
  const [added, setAdded] = useState<Added>()
  return (
    <div className="stack">
      <PageTitle />
      {added ? <AddedCard added={added} another={() => setAdded(undefined)} /> : <AddForm done={setAdded} />}
    </div>
  )
}

function AddedCard({ added, another }: { added: Added; another: () => void }) {
  const t = useTranslations('customers.form')
  const word = useTranslations('words')
  const mayCredit = can(useUser(), 'walletChange')
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    heading.current?.focus()
  }, [])
  return (
    <section className="notice success stack">
      <h2 ref={heading} tabIndex={-1}>
        {word('added_name', { name: added.name })}
      </h2>
      <p>{t('added_hint', { email: added.email })}</p>
      {added.limit_state === 'waiting' && <p>{t('limit_waits')}</p>}
      <div className="row">
        <Button component={Link} to={`/customer/details/${added.customer_id}`}>
          {t('to_customer')}
        </Button>
        {mayCredit && (
          <Button component={Link} to={`/customer/${added.customer_id}/credit/add`} variant="default">
            {t('to_credit')}
          </Button>
        )}
        <Button variant="default" onClick={another}>
          {t('another')}
        </Button>
      </div>
    </section>
  )
}
