// Saves a file in the browser, as a download does.
export const saveFile = (filename: string, text: string) => save(filename, new Blob([text], { type: 'text/csv;charset=utf-8' }))

/** Decodes base64 text, in which answers contain files, into bytes. */
export const bytesOf = (base64: string): Uint8Array<ArrayBuffer> => Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0))

/** Saves the bytes of a file as the server sent them. */
export const saveBytes = (filename: string, parts: Uint8Array<ArrayBuffer>[]) => save(filename, new Blob(parts, { type: 'application/octet-stream' }))

export const savePng = (filename: string, picture: Blob) => save(filename, picture)

function save(filename: string, blob: Blob) {
  const url = URL.createObjectURL(blob)
  const link = Object.assign(document.createElement('a'), { href: url, download: filename })
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
