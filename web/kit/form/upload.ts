// Sends a call with a file and reports progress, which fetch cannot do.
import { createInvoke } from '../../../contract/kit/client.ts'
import { ask, type CallName, type Input, type Output } from '../base/api.ts'
import { headers } from '../base/session.ts'

/** Sends the call. `progress` is called with the bytes sent so far and the bytes in total; the signal aborts the upload. */
export const upload = <N extends CallName>(
  name: N,
  input: Input<N>,
  progress: (sent: number, total: number) => void,
  signal: AbortSignal,
): Promise<Output<N>> =>
  ask(
    name,
    input,
    signal,
    createInvoke(
      (path, init) => followed(path, init, progress),
      () => ({}),
    ),
  )

function followed(path: string, { body, signal }: RequestInit, progress: (sent: number, total: number) => void): Promise<Response> {
  const request = new XMLHttpRequest()
  request.open('POST', path)
  for (const [name, value] of Object.entries(headers(path))) request.setRequestHeader(name, value)
  request.upload.onprogress = ({ loaded, total }) => progress(loaded, total)
  signal?.addEventListener('abort', () => request.abort())
  return new Promise((resolve, reject) => {
    request.onload = () => resolve(new Response(request.responseText, { status: request.status }))
    request.onerror = () => reject(new TypeError('no connection'))
    request.onabort = () => reject(new DOMException('given up', 'AbortError'))
    request.send(body instanceof FormData ? body : null)
  })
}
