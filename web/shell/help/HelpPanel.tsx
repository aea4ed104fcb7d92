// The help of a screen in one panel with its keyboard shortcuts: its purpose, the most frequent actions, what cannot be undone, and a picture.

import { useMessages, useTranslations } from 'use-intl'
import { linesOf, useLabels } from '../../kit/base/labels.ts'
import { Dialog } from '../../kit/page/Dialog.tsx'
import { usePage } from '../../kit/router/Pages.tsx'
import { pictured, type Topic, topicOf } from '../../screens/help.ts'
import { screenOf } from '../../screens/menu.ts'
import { closeDialog, dialogAbout } from '../dialogs.ts'
import styles from './help.module.css'
import { KeySheet } from './KeySheet.tsx'

export default function HelpPanel() {
  const t = useTranslations('help')
  const screens = useTranslations('house.screens')
  const shellText = useTranslations('house.shell')
  const here = screenOf(usePage().route.path)?.title
  const about = dialogAbout() ?? here
  const topic = about && topicOf(about)
  const name = about ? screens(about) : ''
  return (
    <Dialog title={topic ? t('title', { screen: name }) : shellText('keyboard')} onClose={closeDialog} side>
      {topic && <TopicText topic={topic} name={name} />}
      {about === here && (
        <>
          {topic && <h3 className="heading">{shellText('keyboard')}</h3>}
          <KeySheet />
        </>
      )}
    </Dialog>
  )
}

function TopicText({ topic, name }: { topic: Topic; name: string }) {
  const t = useTranslations('help')
  const text = useMessages().help.topics[topic]
  const lines = linesOf(text.how)
  const label = useLabels(lines.map(({ key }) => key))
  return (
    <div className="stack">
      <p>{text.what}</p>
      <ul className="lines points">
        {lines.map(({ key, said }) => (
          <li key={key}>
            <b>{label(key)}</b>
            {said}
          </li>
        ))}
      </ul>
      {'final' in text && (
        <section className="notice warning">
          <h3 className="heading">{t('final')}</h3>
          <p>{text.final}</p>
        </section>
      )}
      {pictured.includes(topic) && (
        <img className={`full ${styles.picture}`} src={`/help/${topic}.webp`} width={640} height={400} loading="lazy" alt={t('picture', { screen: name })} />
      )}
    </div>
  )
}
