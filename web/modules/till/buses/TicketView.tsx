// Shows a sold ticket on the screen, with buttons that print it.
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Ticket } from '../../../../contract/till/buses.ts'
import { useUser } from '../../../kit/base/api.ts'
import { usePreferences } from '../../../kit/base/preferences.ts'
import { type Paper, papers } from '../../../kit/base/sheet.ts'
import { PrintView } from '../../../kit/page/PrintView.tsx'
import styles from './buses.module.css'
import { TicketPaper } from './TicketPaper.tsx'
import './ticket.css'
import sheet from './ticket.css?inline'
import type { Booking } from './use-booking.ts'

/** `askWith`: the supplier's reference of a booking whose ticket only the supplier can show; null if the portal can show the ticket. */
type Props = { booking: Booking; ticket: Ticket | null; askWith: string | null; again: () => void }

const nameOf = (paper: Paper | 'a4') => (paper === 'a4' ? 'A4' : `${paper} mm`)

export function TicketView({ booking, ticket, askWith, again }: Props) {
  const t = useTranslations('buses.ticket')
  const { organisation_name, view } = useUser()
  const shop = view?.organisation_name ?? organisation_name
  const [{ paper: usual }] = usePreferences()
  const [printing, setPrinting] = useState<Paper | 'a4'>()
  const [hasFailed, setFailed] = useState(false)
  if (askWith !== null) return <p className="notice warning">{t('ask_there', { number: askWith })}</p>
  if (!ticket)
    return (
      <div className="notice warning stack">
        <p>{t('missing')}</p>
        <div>
          <Button variant="default" onClick={again}>
            {t('retry')}
          </Button>
        </div>
      </div>
    )
  /** The papers to choose from; the one on which this browser usually prints comes first. */
  const all = [usual, ...papers.filter((paper) => paper !== usual), 'a4'] as const
  return (
    <section className="stack">
      <div className="row no-print">
        {all.map((paper, i) => (
          <Button key={paper} {...(i === 0 ? {} : { variant: 'default' })} onClick={() => setPrinting(paper)}>
            {t('print', { paper: nameOf(paper) })}
          </Button>
        ))}
      </div>
      {hasFailed && (
        <p role="alert" className="notice danger">
          {t('print_failed')}
        </p>
      )}
      <div className={`paper ${styles.paper}`}>
        <TicketPaper booking={booking} ticket={ticket} paper={usual} shop={shop} />
      </div>
      {printing && (
        <PrintView
          key={printing}
          paper={printing}
          styles={sheet}
          head={[shop, t('title')]}
          done={(outcome) => {
            setPrinting(undefined)
            setFailed(outcome === 'failed')
          }}
        >
          <TicketPaper booking={booking} ticket={ticket} paper={printing} shop={shop} />
        </PrintView>
      )}
    </section>
  )
}
