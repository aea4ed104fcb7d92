// Hands a text to the browser as a download. Excel takes UTF-8 for what it is only with the mark in front.
export function saveFile(filename: string, text: string) {
  const url = URL.createObjectURL(new Blob(['\ufeff', text], { type: 'text/csv;charset=utf-8' }))
  const link = Object.assign(document.createElement('a'), { href: url, download: filename })
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
