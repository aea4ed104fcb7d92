// Adds a person: name, organisation, rights. The person chooses the password later, through a link sent by mail.
import { Button } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { PageTitle } from '../../../kit/page/PageTitle.tsx'
import { Link } from '../../../kit/router/Pages.tsx'
import { AddForm } from './AddForm.tsx'

type Added = { name: string; email: string }

export default function StaffAdd() {
  const [added, setAdded] = useState<Added>()
  return (
    <div className="stack">
      <PageTitle />
      {added ? <AddedCard added={added} another={() => setAdded(undefined)} /> : <AddForm done={setAdded} />}
    </div>
  )
}

function AddedCard({ added, another }: { added: Added; another: () => void }) {
  const t = useTranslations('staff.form')
  const word = useTranslations('words')
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
      <div className="row">
        <Button onClick={another}>{t('another')}</Button>
        <Button component={Link} to="/staff/view" variant="default">
          {word('to_the_list')}
        </Button>
      </div>
    </section>
  )
}
