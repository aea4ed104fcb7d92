// The form of a customer's fields. If somebody else saves meanwhile, typed input stays; both versions are compared, and the user keeps one.

import { useState } from 'react'
import { FailedPage } from '../../../kit/page/OnePage.tsx'
import { PageTitle } from '../../../kit/page/PageTitle.tsx'
import { useNavigate } from '../../../kit/router/Pages.tsx'
import type { Details } from './customer-form.ts'
import { EditForm } from './EditForm.tsx'
import { NotYours } from './NotYours.tsx'
import { useCustomer } from './use-customer.ts'

export default function CustomerEdit() {
  const asked = useCustomer()
  if (asked.isMissing) return <NotYours />
  if (asked.isError && !asked.data) return <FailedPage error={asked.error} retry={() => asked.refetch()} />
  if (!asked.data) return <PageTitle />
  return <Editing read={asked.data} key={asked.data.customer_id} />
}

/** Edits the values that were read when the form opened, because a later refresh must not change which fields count as changed. */
function Editing({ read }: { read: Details }) {
  const navigate = useNavigate()
  const [base, setBase] = useState(read)
  return (
    <div className="stack">
      <PageTitle title={base.name} />
      <EditForm key={base.version} base={base} startOver={setBase} done={() => navigate(`/customer/details/${base.customer_id}`)} />
    </div>
  )
}
