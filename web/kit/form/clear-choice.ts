// Clearing the choice in a searchable list: by its cross, which the keyboard can reach, or by emptying the text.
import type { FormEvent, MouseEvent } from 'react'

/** The props that make the choice of a Mantine Select clearable. */
export const clearing = (label: string, clear: () => void) => ({
  clearable: true,
  clearButtonProps: { 'aria-label': label, 'aria-hidden': false, tabIndex: 0, size: '24', onClick: focusText },
  onInput: (event: FormEvent<HTMLInputElement>) => {
    if (event.currentTarget.value === '') clear()
  },
})

/** Moves the focus from the cross to the field, because the cross disappears when the choice is cleared. */
const focusText = ({ currentTarget }: MouseEvent<HTMLElement>) => currentTarget.closest('.mantine-Input-wrapper')?.querySelector('input')?.focus()
