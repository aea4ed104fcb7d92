// Parts of the login page that are loaded on demand: they show that they are loading, and offer another try if loading failed.
import { type ComponentType, useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { loadAllErrors, loadArea } from '../../../kit/base/language.tsx'
import { DoorPage } from './DoorPage.tsx'
import { NoAnswerPage } from './PublicPages.tsx'

/** Returns the loaded part, or 'failed' if it could not be loaded; undefined while it is loading. */
function useLoaded<Part>(load: () => Promise<Part>): Part | 'failed' | undefined {
  const [loaded, setLoaded] = useState<{ part: Part | 'failed' }>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: each part is loaded once
  useEffect(() => {
    load().then(
      (part) => setLoaded({ part }),
      () => setLoaded({ part: 'failed' }),
    )
  }, [])
  return loaded?.part
}

/** Makes a page that is loaded when it is shown, together with the texts of the steps after the password. */
export function later<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  return function Later(props: Props) {
    const t = useTranslations('auth')
    const View = useLoaded(async () => (await Promise.all([load(), loadArea('entry'), loadAllErrors()]))[0])
    if (View && View !== 'failed') return <View {...props} />
    return <DoorPage title={View ? t('pages.no_answer') : t('loading.title')}>{View && <NoAnswerPage />}</DoorPage>
  }
}

/** Makes the content of a public page that is loaded only when it is shown, because such pages are hardly ever opened. */
export function further(name: keyof typeof import('./FurtherPages.tsx')) {
  return function Further() {
    const View = useLoaded(async () => (await Promise.all([import('./FurtherPages.tsx'), loadArea('entry'), loadArea('words')]))[0][name])
    if (View === 'failed') return <NoAnswerPage />
    return View && <View />
  }
}
