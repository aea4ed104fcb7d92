// The card below a list of few rows: what the screen is for and what can be done on it, from the screen's help.

import { useMessages, useTranslations } from 'use-intl'
import { linesOf, useLabels } from '../../kit/base/labels.ts'
import { Drawing } from '../../kit/page/Empty.tsx'
import { usePage } from '../../kit/router/Pages.tsx'
import { type Topic, topicOf } from '../../screens/help.ts'
import { screenOf } from '../../screens/menu.ts'
import styles from './help.module.css'

export default function NextSteps() {
  const screens = useTranslations('house.screens')
  const screen = screenOf(usePage().route.path)?.title
  const topic = screen && topicOf(screen)
  return topic ? <Steps topic={topic} name={screens(screen)} /> : null
}

function Steps({ topic, name }: { topic: Topic; name: string }) {
  const t = useTranslations('help')
  const text = useMessages().help.topics[topic]
  const lines = linesOf(text.how)
  const label = useLabels(lines.map(({ key }) => key))
  return (
    <section className={`row one-line top no-print ${styles.next}`} aria-label={t('title', { screen: name })} data-next-steps>
      <Drawing name="steps" />
      <div className="lines">
        <p>{text.what}</p>
        <ul className="lines gap-4 muted">
          {lines.map(({ key, said }) => (
            <li key={key}>
              <b>{label(key)}</b>
              {said}
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}
