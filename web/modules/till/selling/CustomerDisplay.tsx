// The second window, which faces the customer: the goods, the price, and the change. It makes no requests and needs no sign-in.
import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import * as format from '../../../kit/base/format.ts'
import { useOrganisation } from '../../../kit/base/organisation.ts'
import styles from './customer-display.module.css'
import { type Shown, watching } from './display-channel.ts'

export function CustomerDisplay() {
  const t = useTranslations('counter.display')
  const { organisation_name } = useOrganisation()
  const [shown, setShown] = useState<Shown>()
  useEffect(() => {
    return watching(setShown)
  }, [])
  useEffect(() => {
    document.title = t('title')
  }, [t])
  return (
    <main className={styles.display} aria-live="polite">
      <h1>{organisation_name}</h1>
      {!shown && (
        <div>
          <p className={`ends ${styles.figure}`}>{t('not_connected')}</p>
          <p>{t('not_connected_hint')}</p>
        </div>
      )}
      {shown?.state === 'idle' && <p className={`ends ${styles.figure}`}>{t('welcome')}</p>}
      {shown && shown.state !== 'idle' && <Bought shown={shown} />}
    </main>
  )
}

function Bought({ shown: { state, cards, total, given } }: { shown: Shown }) {
  const t = useTranslations('counter.display')
  const word = useTranslations('counter')
  return (
    <>
      <ul className="lines">
        {cards.map(({ name, quantity }) => (
          <li key={name}>{`${quantity} × ${name}`}</li>
        ))}
      </ul>
      <p className={`ends ${styles.figure}`}>
        {t('total')} <b>{format.money(total)}</b>
      </p>
      {given !== null && given >= total && (
        <>
          <p className={`ends ${styles.figure} ${styles.small}`}>
            {t('given')} <b>{format.money(given)}</b>
          </p>
          <p className={`ends ${styles.figure}`}>
            {word('change')} <b>{format.money(given - total)}</b>
          </p>
        </>
      )}
      {state === 'sold' && <p className={`ends ${styles.figure}`}>{t('thanks')}</p>}
    </>
  )
}
