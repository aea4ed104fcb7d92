// Sends a form: one request at a time, with one transaction key per booking; shows the server's problems at their fields.
import type { UseFormReturnType } from '@mantine/form'
import { useRef, useState } from 'react'
import { CallError } from '../../../contract/kit/client.ts'
import type { FieldProblem } from '../../../contract/kit/errors.ts'
import type { Values } from './form-values.ts'
import type { useLeaving } from './Leave.tsx'
import type { useDraft } from './use-draft.ts'
import { isRefusal, type useTransactionKey } from './use-transaction-key.ts'

type Options<Out> = {
  form: UseFormReturnType<Values>
  key: ReturnType<typeof useTransactionKey>
  draft: ReturnType<typeof useDraft>
  leaving: Pick<ReturnType<typeof useLeaving>, 'forget'>
  errorsOf: (problems: readonly FieldProblem[]) => Record<string, string>
  send: (typed: Values) => Promise<Out>
  saved: (typed: Values, output: Out) => void
  done: ((output: Out) => void) | undefined
}

export function useSubmission<Out>({ form, key, draft, leaving, errorsOf, send, saved, done }: Options<Out>) {
  const [attempts, setAttempts] = useState(0)
  const [isSaved, setSaved] = useState(false)
  const [failure, setFailure] = useState<unknown>()
  const sending = useRef(false)

  async function submit() {
    if (sending.current) return
    setAttempts((before) => before + 1)
    setSaved(false)
    if (form.validate().hasErrors) return
    sending.current = true
    setFailure(undefined)
    try {
      const typed = form.getValues()
      const keyed = await key.add(typed)
      draft.sent()
      const output = await send(keyed)
      key.used()
      draft.drop()
      saved(typed, output)
      setSaved(true)
      leaving.forget()
      done?.(output)
    } catch (error) {
      setFailure(error)
      if (error instanceof CallError) form.setErrors(errorsOf(error.problems))
      if (isRefusal(error)) {
        draft.refused()
        key.refused()
      }
    } finally {
      sending.current = false
    }
  }

  return { submit, attempts, failure, isSaved, unsave: () => setSaved(false) }
}
