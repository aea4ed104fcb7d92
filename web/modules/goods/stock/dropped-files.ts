// Files dropped on one screen and read on the next: an address cannot hold them.
let waiting: readonly File[] = []

export function keepDropped(files: readonly File[]): void {
  waiting = files
}

export function takeDropped(): readonly File[] {
  const files = waiting
  waiting = []
  return files
}
