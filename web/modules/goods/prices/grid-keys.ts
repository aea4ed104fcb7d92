// Keyboard movement in a table of text fields, as in a spreadsheet: up and down a column at any time, sideways if the cursor is at the edge of the text.

type Typing = { currentTarget: HTMLInputElement; key: string; ctrlKey: boolean; metaKey: boolean; shiftKey: boolean; preventDefault: () => void }
type Doing = { restore: () => void; undo: () => void }

/** Handles a key pressed in a field of the grid; returns whether the grid used the key. */
export function gridKey(event: Typing, { restore, undo }: Doing): boolean {
  const { currentTarget: input, key } = event
  const isUndo = key.toLowerCase() === 'z' && (event.ctrlKey || event.metaKey)
  if (key === 'Escape') restore()
  else if (isUndo) undo()
  else if (!goes(input, key, event.shiftKey)) return false
  event.preventDefault()
  return true
}

function goes(input: HTMLInputElement, key: string, isShifted: boolean): boolean {
  if (key === 'ArrowDown' || (key === 'Enter' && !isShifted)) return focusOn(below(input, 1))
  if (key === 'ArrowUp' || key === 'Enter') return focusOn(below(input, -1))
  const { selectionStart: from, selectionEnd: to, value } = input
  const isWhole = from === 0 && to === value.length
  if (key === 'ArrowLeft' && (isWhole || to === 0)) return focusOn(beside(input, -1))
  if (key === 'ArrowRight' && (isWhole || from === value.length)) return focusOn(beside(input, 1))
  return false
}

/** Moves the focus to a field. If there is no such field, as at the end of a column, the key does nothing, not even the browser's default. */
function focusOn(input: HTMLInputElement | undefined): boolean {
  input?.focus()
  return true
}

type Place = { row: HTMLTableRowElement; column: number }

function placeOf(input: HTMLInputElement): Place | undefined {
  const [cell, row] = [input.closest('td'), input.closest('tr')]
  return cell && row ? { row, column: cell.cellIndex } : undefined
}

const fieldAt = (row: Element | null | undefined, column: number) =>
  (row instanceof HTMLTableRowElement ? row.cells[column]?.querySelector<HTMLInputElement>('input[data-cell]') : null) ?? undefined

/** Returns the next field in the same column; rows without a field are skipped. */
function below(input: HTMLInputElement, step: 1 | -1): HTMLInputElement | undefined {
  const place = placeOf(input)
  for (let row = sibling(place?.row, step); row && place; row = sibling(row, step)) {
    const field = fieldAt(row, place.column)
    if (field) return field
  }
  return undefined
}
const sibling = (row: Element | null | undefined, step: 1 | -1) => (step === 1 ? row?.nextElementSibling : row?.previousElementSibling)

function beside(input: HTMLInputElement, step: 1 | -1): HTMLInputElement | undefined {
  const place = placeOf(input)
  return place && fieldAt(place.row, place.column + step)
}

/** Splits a copied block of a spreadsheet into lines of cells; undefined for plain text, which the field pastes itself. */
export function blockOf(text: string): string[][] | undefined {
  if (!/[\n\t]/.test(text)) return undefined
  const lines = text.replaceAll('\r', '').replace(/\n+$/, '').split('\n')
  return lines.map((line) => line.split('\t').map((cell) => cell.trim()))
}

/** Returns the texts that a pasted block puts into this field and the fields after it, by the fields' keys. */
export function spread(input: HTMLInputElement, block: readonly (readonly string[])[]): Record<string, string> {
  const texts: Record<string, string> = {}
  let first: HTMLInputElement | undefined = input
  for (const line of block) {
    for (let [field, i] = [first, 0]; field && i < line.length; field = beside(field, 1), i++) if (field.dataset.cell) texts[field.dataset.cell] = line[i] ?? ''
    first = first && below(first, 1)
  }
  return texts
}
