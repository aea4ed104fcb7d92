// The listbox below the palette's input: groups with headings; the current option is scrolled into view.
import { useEffect, useRef } from 'react'
import styles from './palette.module.css'
import type { Item, ItemGroup } from './palette.ts'

type Props = {
  id: string
  label: string
  groups: readonly ItemGroup[]
  current: Item | undefined
  optionId: (item: Item) => string
  choose: (item: Item, inNewTab: boolean) => void
}

export function PaletteList({ id, label, groups, current, optionId, choose }: Props) {
  const list = useRef<HTMLDivElement>(null)
  const currentId = current?.id
  // biome-ignore lint/correctness/useExhaustiveDependencies: the effect runs when the current option changes
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' })
  }, [currentId])
  return (
    <div ref={list} id={id} role="listbox" aria-label={label} className={styles.list}>
      {groups.map(({ name, items }) => (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset has no place in a listbox
        <div key={name} role="group" aria-label={name}>
          <p className={`muted small medium ${styles.group}`} aria-hidden>
            {name}
          </p>
          {items.map((item) => (
            // biome-ignore lint/a11y/useFocusableInteractive lint/a11y/useKeyWithClickEvents: the input keeps the focus and handles the keys
            <div
              key={item.id}
              id={optionId(item)}
              role="option"
              aria-selected={item === current}
              className={`ends middle breaks entry ${styles.option}`}
              onClick={(event) => choose(item, event.ctrlKey || event.metaKey)}
            >
              <span>{item.label}</span>
              {item.hint && <span className="muted">{item.hint}</span>}
            </div>
          ))}
        </div>
      ))}
    </div>
  )
}
