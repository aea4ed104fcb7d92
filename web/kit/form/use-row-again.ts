// Updates a form when its row is read again during editing: after saving, or because somebody else changed the row.
import type { UseFormReturnType } from '@mantine/form'
import { type Dispatch, type SetStateAction, useEffect, useRef } from 'react'
import { rebased, type Shape, type Values } from './form-values.ts'

type Options = { isEdit: boolean; shape: Shape; row: Values; base: Values; setBase: Dispatch<SetStateAction<Values>>; form: UseFormReturnType<Values> }

/** When the row was read again, puts its changed values into the fields in which the user has not typed. */
export function useRowAgain({ isEdit, shape, row: read, base, setBase, form }: Options): void {
  const row = JSON.stringify(read)
  const seen = useRef(row)
  useEffect(() => {
    if (!isEdit || seen.current === row) return
    seen.current = row
    const now = JSON.parse(row) as Values
    form.setValues(rebased(shape, base, now, form.getValues()))
    setBase((before) => ({ ...before, ...now }))
  }, [row, isEdit, shape, base, setBase, form])
}
