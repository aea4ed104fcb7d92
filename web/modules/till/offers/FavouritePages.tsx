// Buttons for the pages of favourites, shown if the favourites do not fit on one page. Each button has the range of its tiles' numbers.
import { useTranslations } from 'use-intl'
import styles from './offers.module.css'

type Props = { size: number; highest: number; page: number; choose: (page: number) => void }

export function FavouritePages({ size, highest, page, choose }: Props) {
  const t = useTranslations('selling.favourites')
  return (
    <fieldset className={styles.tabs}>
      <legend className="hidden-visually">{t('pages')}</legend>
      {Array.from({ length: Math.ceil(highest / size) }, (_, n) => n * size).map((from) => (
        <button key={from} type="button" className={`surface chip ${styles.tab}`} aria-pressed={from === page * size} onClick={() => choose(from / size)}>
          {`${from + 1}–${Math.min(from + size, highest)}`}
        </button>
      ))}
    </fieldset>
  )
}
