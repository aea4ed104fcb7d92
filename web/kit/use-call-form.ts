// The state of a form over one call: values as typed, problems by field, one request at a time, one transaction key per booking.
import { useForm } from '@mantine/form'
import { useBlocker, useLocation } from '@tanstack/react-router'
import { useEffect, useId, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import * as z from 'zod/mini'
import { CallError } from '../../contract/kit/client.ts'
import type { FieldProblem } from '../../contract/kit/errors.ts'
import { problemCodeOf } from '../../contract/kit/problem-codes.ts'
import { problemsOf } from '../../contract/kit/problems.ts'
import { ask, type CallName, type Input, type Output, useCall, useUser } from './api.ts'
import { contractOf } from './contract.ts'
import { type Draft, draftName, dropDraft, keepWhenEnded, readDraft } from './drafts.ts'
import * as format from './format.ts'
import { useUnsaved } from './unsaved.ts'

/** A field's value: the text that travels, or a file. */
export type FieldValue = string | File
type Values = Record<string, FieldValue>

/** What a field component needs; spread it: <TextField {...form.field('remarks')} />. */
export type FieldState = {
  id: string
  label: string
  value: FieldValue
  onChange: (value: FieldValue) => void
  onBlur: () => void
  error: string | undefined
  required: boolean
}

export type CallFormState = {
  submit: () => void
  busy: boolean
  /** The server's refusal, where it is not about a field. */
  refusal: unknown
  problems: readonly { id: string; label: string; text: string }[]
  attempts: number
  /** Set when a draft from before the session ended is back in the fields: `discard` starts over without it, `keep` only hides the notice. */
  kept: { discard: () => void; keep: () => void } | undefined
}

type FieldOf<N extends CallName> = Extract<keyof Input<N>, string>

type Options<N extends CallName> = {
  labels: Partial<Record<FieldOf<N>, string>>
  values: Partial<Record<FieldOf<N>, FieldValue>>
  /** Required by this form, though optional in the call. */
  required?: readonly FieldOf<N>[]
  refresh?: readonly CallName[]
  done?: (output: Output<N>) => void
  send?: (input: Input<N>) => Promise<Output<N>>
}

export function useCallForm<N extends CallName>(name: N, { labels, values, required = [], refresh, done, send }: Options<N>) {
  const { input } = contractOf(name)
  const shape = input.shape as Record<string, z.ZodMiniType>
  const formId = useId()
  const [attempts, setAttempts] = useState(0)
  const sending = useRef(false)
  const [failure, setFailure] = useState<unknown>()
  const key = useTransactionKey(name)
  const textOf = useProblemText(shape)
  const read = (typed: Values) => z.safeDecode(input, withoutBlanks(typed) as z.input<typeof input>)
  const isRequired = (fieldName: string) => (required as readonly string[]).includes(fieldName)
  const missing = (typed: Values) => Object.keys(typed).filter((fieldName) => isRequired(fieldName) && String(typed[fieldName]).trim() === '')
  const errorsOf = (problems: readonly FieldProblem[]) => Object.fromEntries(problems.map((problem) => [problem.field, textOf(problem)]))
  const form = useForm<Values>({
    initialValues: values as Values,
    validateInputOnBlur: true,
    validate: (typed): Record<string, string> => {
      const { success, error } = read(key.placeholder(typed))
      return { ...(success ? {} : errorsOf(problemsOf(error.issues))), ...errorsOf(missing(typed).map((field) => ({ field, code: 'required' }))) }
    },
  })
  const draft = useDraft(name, form)
  const call = useCall(name, {
    ...(refresh ? { refresh } : {}),
    ...(send ? { send } : {}),
    done: (output) => {
      key.used()
      draft.drop()
      form.resetDirty()
      done?.(output)
    },
  })
  const leave = useTranslations('house.form')('leave')
  useUnsaved(form.isDirty())
  useBlocker({ shouldBlockFn: ({ current, next }) => current.pathname !== next.pathname && form.isDirty() && !confirm(leave), enableBeforeUnload: false })

  async function submit() {
    if (sending.current) return
    setAttempts((before) => before + 1)
    if (form.validate().hasErrors) return
    sending.current = true
    setFailure(undefined)
    try {
      const typed = read(await key.add(form.getValues()))
      if (typed.success) await call.mutateAsync(typed.data as Input<N>)
    } catch (error) {
      setFailure(error)
      if (error instanceof CallError) {
        form.setErrors(errorsOf(error.problems))
        key.refused(error)
      }
    } finally {
      sending.current = false
    }
  }

  const setValue = (fieldName: string, value: FieldValue) => form.setFieldValue(fieldName, value)
  const idOf = (fieldName: string) => `${formId}-${fieldName}`
  const label = (fieldName: string) => labels[fieldName as FieldOf<N>] ?? labels[fieldName.split('.')[0] as FieldOf<N>] ?? fieldName
  const refusal = failure instanceof CallError && failure.problems.length > 0 ? undefined : failure
  return {
    submit,
    busy: call.isPending,
    refusal,
    attempts,
    problems: Object.entries(form.errors).map(([fieldName, text]) => ({ id: idOf(fieldName), label: label(fieldName), text: String(text) })),
    values: form.values,
    kept: draft.kept,
    setValue: (fieldName: FieldOf<N>, value: FieldValue) => setValue(fieldName, value),
    reset: () => {
      draft.drop()
      form.reset()
      call.reset()
      setFailure(undefined)
      setAttempts(0)
    },
    field: (fieldName: FieldOf<N>): FieldState => {
      const { onBlur } = form.getInputProps(fieldName)
      return {
        id: idOf(fieldName),
        label: label(fieldName),
        value: form.values[fieldName] ?? '',
        onChange: (value) => setValue(fieldName, value),
        onBlur,
        error: form.errors[fieldName] ? String(form.errors[fieldName]) : undefined,
        required: isRequired(fieldName) || !z.safeDecode(shape[fieldName] ?? z.unknown(), undefined).success,
      }
    },
  }
}

type Fields = { getValues: () => Values; setValues: (values: Values | Draft) => void; isDirty: () => boolean; reset: () => void }

/** The draft is stored when the session ends, restored when the same person opens the same form, and dropped once it is sent or discarded. */
function useDraft(call: CallName, form: Fields) {
  const { user_id } = useUser()
  const name = draftName(user_id, useLocation().pathname, call)
  const current = useRef(form)
  current.current = form
  const [isShown, setShown] = useState(false)
  useEffect(() => {
    const draft = readDraft(name)
    if (draft) current.current.setValues(draft)
    setShown(draft !== undefined)
    return keepWhenEnded(name, () => (current.current.isDirty() ? current.current.getValues() : undefined))
  }, [name])
  function drop() {
    dropDraft(name)
    setShown(false)
  }
  function discard() {
    drop()
    form.reset()
  }
  return { drop, kept: isShown ? { discard, keep: () => setShown(false) } : undefined }
}

/** A blank field is not sent. */
const withoutBlanks = (typed: Values) => Object.fromEntries(Object.entries(typed).filter(([, value]) => value instanceof File || value.trim() !== ''))

/** The sentence for a problem, with its limit in the field's unit, which is found by decoding "1". */
function useProblemText(shape: Record<string, z.ZodMiniType>) {
  const t = useTranslations('errors.problems')
  return ({ field, code, limit }: FieldProblem) => t(problemCodeOf(code), { limit: boundText(shape[field], limit) })
}

function boundText(schema: z.ZodMiniType | undefined, limit: number | string | undefined): string {
  const one = schema && z.safeDecode(schema, '1').data
  const bound = Number(limit)
  if (limit === undefined || Number.isNaN(bound)) return ''
  if (one === 10_000) return format.money(bound)
  return one === 100 ? format.percent(bound) : format.count(bound)
}

/** A booking keeps its key until its outcome is certain, so that sending again never books twice. */
function useTransactionKey(name: CallName) {
  const key = useRef<string>(undefined)
  const takesKey = 'transaction_key' in contractOf(name).input.shape
  return {
    placeholder: (typed: Values): Values => (takesKey ? { ...typed, transaction_key: '-' } : typed),
    add: async (typed: Values): Promise<Values> => {
      if (!takesKey) return typed
      key.current ??= (await ask('transactionKey', {})).transaction_key
      return { ...typed, transaction_key: key.current }
    },
    used: () => {
      key.current = undefined
    },
    refused: (error: CallError) => {
      if (error.code !== 'in_progress' && error.code !== 'busy' && error.code !== 'internal') key.current = undefined
    },
  }
}
