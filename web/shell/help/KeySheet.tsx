// The keyboard shortcuts of this page and those that work everywhere, from the list that the key handlers use.
import { useTranslations } from 'use-intl'
import { useUser } from '../../kit/base/api.ts'
import { capOf, type KeyAction, keys, type Place } from '../../kit/base/keys.ts'
import { usePreferences } from '../../kit/base/preferences.ts'
import { InnerLink } from '../../kit/page/InnerLink.tsx'
import { inMenu, menuOf } from '../../screens/menu.ts'
import { useKeyNames } from './key-names.ts'
import styles from './keys.module.css'

const marks = { list: 'main table', form: 'main form', claims: 'main [data-claims]' } as const

/** Returns the places (web/kit/base/keys.ts) that are on the page behind this dialog. */
function placesHere(): Place[] {
  if (location.pathname.startsWith('/cashcards')) return ['till', 'everywhere']
  const here = (['list', 'form', 'claims'] as const).filter((place) => document.querySelector(marks[place]) !== null)
  return [...here, 'everywhere']
}

const isAction = (name: string): name is KeyAction => name in keys
const actionsAt = (place: Place, letters: boolean) =>
  Object.keys(keys)
    .filter(isAction)
    .filter((action) => keys[action].place === place && (letters || !('letter' in keys[action])))

export function KeySheet() {
  const t = useTranslations('shell.keys')
  const screens = useTranslations('house.screens')
  const [{ letter_keys }] = usePreferences()
  const pages = inMenu(menuOf(useUser())).filter(({ letter }) => letter)
  return (
    <>
      <div className={`columns ${styles.sheet}`}>
        {placesHere().map((place) => (
          <section key={place}>
            <h4 className="muted small">{t(`places.${place}`)}</h4>
            <dl className={styles.keys}>
              {actionsAt(place, letter_keys).map((action) => (
                <Line key={action} name={t(`actions.${action}`)} keys={keys[action].keys} />
              ))}
            </dl>
          </section>
        ))}
        {letter_keys && pages.length > 0 && (
          <section>
            <h4 className="muted small">{t('go')}</h4>
            <dl className={styles.keys}>
              {pages.map(({ path, title, letter = '' }) => (
                <Line key={path} name={screens(title)} keys={keys.go.keys} then={capOf(letter)} />
              ))}
            </dl>
          </section>
        )}
      </div>
      {!letter_keys && (
        <p>
          <InnerLink to="/settings?tab=keyboard">{t('off')}</InnerLink>
        </p>
      )}
    </>
  )
}

function Line({ name, keys: combination, then }: { name: string; keys: string; then?: string }) {
  const t = useTranslations('shell.keys')
  const names = useKeyNames()
  return (
    <div className="ends">
      <dt>{name}</dt>
      <dd className="ends gap-4 nowrap">
        {names(combination).map((key) => (
          <kbd key={key}>{key}</kbd>
        ))}
        {then && (
          <>
            {t('then')} <kbd>{then}</kbd>
          </>
        )}
      </dd>
    </div>
  )
}
