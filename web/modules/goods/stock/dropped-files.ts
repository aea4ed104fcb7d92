// Files that are dropped on one screen and read on the next. They are passed in a variable, because an address cannot contain files.
let waiting: readonly File[] = []

export function keepDropped(files: readonly File[]): void {
  waiting = files
}

export function takeDropped(): readonly File[] {
  const files = waiting
  waiting = []
  return files
}
