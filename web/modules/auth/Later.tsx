// A part of the login page loaded on demand with its texts: says so meanwhile, and offers another try when loading failed.
import { type ComponentType, useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { loadArea } from '../../kit/base/language.tsx'
import { DoorPage } from './DoorPage.tsx'
import { NoAnswerPage } from './PublicPages.tsx'

export function later<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  return function Later(props: Props) {
    const t = useTranslations('auth')
    const [View, setView] = useState<ComponentType<Props>>()
    const [failed, setFailed] = useState(false)
    useEffect(() => {
      Promise.all([load(), loadArea('entry')]).then(
        ([view]) => setView(() => view),
        () => setFailed(true),
      )
    }, [])
    if (View) return <View {...props} />
    return <DoorPage title={failed ? t('pages.no_answer') : t('loading.title')}>{failed && <NoAnswerPage />}</DoorPage>
  }
}
