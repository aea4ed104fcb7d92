// Sends the first step of signing in: the typed name and password, the fingerprint, and a captcha if the server asked for one. After too many tries it shows
// how long to wait.
import { useCallback, useState } from 'react'
import * as z from 'zod/mini'
import { CallError } from '../../../../contract/kit/client.ts'
import { login, type SignIn } from '../../../../contract/people/auth.ts'
import { deviceHash } from './device-hash.ts'
import { door } from './door.ts'

export type Trouble = { kind: 'missing'; fields: readonly string[] } | { kind: 'refused'; error: unknown }

/** After this many consecutive wrong passwords the form waits WAIT_S seconds; the server's own limits apply as well. */
const WRONG_IN_A_ROW = 3
const WAIT_S = 30

export function useLogin(arrived: (username: string, at: SignIn) => void) {
  const [trouble, setTrouble] = useState<Trouble>()
  const [busy, setBusy] = useState(false)
  const [wrong, setWrong] = useState(0)
  const [waitUntil, setWaitUntil] = useState(0)
  const [captcha, setCaptcha] = useState({ asked: 0, token: '' })

  function refused(error: unknown) {
    setTrouble({ kind: 'refused', error })
    const code = error instanceof CallError ? error.code : undefined
    const tries = code === 'login_wrong' ? wrong + 1 : wrong
    setWrong(tries)
    if (code === 'login_wrong' && tries % WRONG_IN_A_ROW === 0) setWaitUntil(Date.now() + WAIT_S * 1000)
    if (error instanceof CallError && code === 'too_many_requests') setWaitUntil(Date.now() + (Number(error.detail.wait_s) || WAIT_S) * 1000)
    // A captcha's token is valid only once, so the next attempt needs a new captcha.
    if (code === 'captcha_needed' || captcha.asked) setCaptcha(({ asked }) => ({ asked: asked + 1, token: '' }))
  }

  const solved = useCallback((token: string) => setCaptcha(({ asked }) => ({ asked, token })), [])

  /** Returns the name of the field to focus; undefined after success. */
  async function submit(form: HTMLFormElement): Promise<string | undefined> {
    const typed = Object.fromEntries([...new FormData(form)].filter(([name, value]) => value !== '' && name in login.input.shape))
    const read = z.safeDecode(login.input, typed as z.input<typeof login.input>)
    if (!read.success) {
      const fields = read.error.issues.map((issue) => String(issue.path[0]))
      setTrouble({ kind: 'missing', fields })
      return fields[0]
    }
    setBusy(true)
    const hash = deviceHash()
    try {
      const answer = await door.login({ ...read.data, ...(hash && { hash }), ...(captcha.token && { recaptcha_token: captcha.token }) })
      arrived(read.data.username, answer)
      return undefined
    } catch (error) {
      refused(error)
      return 'password'
    } finally {
      setBusy(false)
    }
  }

  return { trouble, busy, waitUntil, captcha, solved, submit }
}
