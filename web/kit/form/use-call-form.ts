// The state of a form for one call: its values, its problems by field, one request at a time, one transaction key per booking.
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { CallError } from '../../../contract/kit/client.ts'
import type { FieldProblem } from '../../../contract/kit/errors.ts'
import { type CallName, type Input, type Output, useCall } from '../base/api.ts'
import { contractOf } from '../base/contract.ts'
import type { OwnNames } from '../base/field-names.ts'
import { canBeLeftOut, changes, differing, filled, type Held, isBlank, isSame, readFields, rowOf, type Shape, type Typed, type Values } from './form-values.ts'
import { inverseOf } from './harmless.ts'
import { type Leaving, useLeaving } from './Leave.tsx'
import { step } from './steps.ts'
import { offerUndo } from './undo.ts'
import { useDraft } from './use-draft.ts'
import { useFieldStates } from './use-field-states.ts'
import { useProblemText } from './use-problem-text.ts'
import { useRowAgain } from './use-row-again.ts'
import { useSubmission } from './use-submission.ts'
import { useTransactionKey } from './use-transaction-key.ts'

/** The props of a field component; spread them: <TextField {...form.fields.remarks} />. */
export type FieldState<T = unknown> = {
  id: string
  label: string
  value: Typed<T>
  onChange(value: Typed<T>): void
  onBlur: () => void
  error: string | undefined
  required: boolean
  /** Whether the field's value can be removed. If absent, it can be removed unless the field is required. */
  clears?: boolean
  hint?: string | undefined
}

/** The view of a form for a component that draws some of its fields: F maps the fields' names to their values. */
export type FormOf<F> = {
  fields: { [K in keyof F]-?: FieldState<Held<NonNullable<F[K]>>> }
  values: { [K in keyof F]?: Typed<Held<NonNullable<F[K]>>> }
  problems: readonly { id: string; label: string; text: string }[]
}

export type CallFormState = {
  submit: () => void
  busy: boolean
  /** The server's refusal, if it does not concern a single field. */
  refusal: unknown
  problems: readonly { id: string; label: string; text: string }[]
  attempts: number
  /** Set if a draft was restored: `discard` removes the restored input, `keep` only hides the notice. */
  kept: { discard: () => void; keep: () => void } | undefined
  /** Whether the changes of an edit form are saved; undefined in a form for something new. */
  isSaved: boolean | undefined
  leaving: Leaving
}

type FieldOf<N extends CallName> = Extract<keyof Input<N>, string>
type ValuesOf<N extends CallName> = FormOf<Pick<Input<N>, FieldOf<N>>>['values']

type Options<N extends CallName> = {
  /** The area (set of texts) whose names of fields replace the common ones. */
  names?: OwnNames
  /** Names of fields that only this form uses. */
  labels?: Partial<Record<FieldOf<N>, string>>
  /** Values sent with every call that are not fields of the form. */
  fixed?: Partial<Input<N>>
  /** Fields that this form requires although they are optional in the call. */
  required?: readonly FieldOf<N>[]
  refresh?: readonly CallName[]
  done?: (output: Output<N>) => void
  send?: (input: Input<N>) => Promise<Output<N>>
}
type Start = { values: Values; isEdit: boolean }

/** A form for something new: `values` are the initial values, and every field that is not blank is sent. */
export function useCallForm<N extends CallName>(name: N, { values = {}, ...options }: Options<N> & { values?: ValuesOf<N> }) {
  return useTypedForm(name, { values, isEdit: false }, options)
}

/** A form for an existing row: fields that differ from the row are sent; emptied fields are sent blank. */
export function useEditForm<N extends CallName>(name: N, row: { [K in FieldOf<N>]?: unknown }, options: Options<N>) {
  return useTypedForm(name, { values: row, isEdit: true }, options)
}

function useTypedForm<N extends CallName>(name: N, { values, isEdit }: Start, options: Options<N>) {
  const { names, labels = {}, fixed, required = [], refresh, done, send } = options
  const { input } = contractOf(name)
  const shape = input.shape as Shape
  const key = useTransactionKey(name)
  const textOf = useProblemText(shape)
  const started = rowOf(shape, values)
  const [base, setBase] = useState<Values>(started)
  const read = (typed: Values) => {
    const sent = { ...(isEdit ? changes(shape, base, typed) : filled(typed)), ...(fixed as Values) }
    return readFields(
      input,
      sent,
      required.filter((field) => isBlank(typed[field])),
    )
  }
  const errorsOf = (problems: readonly FieldProblem[]) => Object.fromEntries(problems.map((problem) => [problem.field, textOf(problem)]))
  const form = useForm<Values>({
    initialValues: started,
    validateInputOnBlur: true,
    validate: (typed): Record<string, string> => errorsOf(read(key.placeholder(typed)).problems),
  })
  const isDirty = differing(shape, base, form.values).length > 0
  const subject = { ...subjectOf(shape, started, isEdit), ...fixed }
  const draft = useDraft({ call: name, shape, subject, base, values: form.values, restore: (kept) => form.setValues(kept) })
  const leaving = useLeaving(isDirty, draft.drop)
  const call = useCall(name, { ...(refresh ? { refresh } : {}), ...(send ? { send } : {}) })
  useRowAgain({ isEdit, shape, row: started, base, setBase, form })

  const { submit, attempts, failure, isSaved, unsave } = useSubmission<Output<N>>({
    ...{ form, key, draft, leaving, errorsOf, done },
    send: (typed) => call.mutateAsync(read(typed).data as Input<N>),
    saved(typed, output) {
      if (isEdit) offer(typed, output)
      setBase(typed)
    },
  })
  const offer = (saved: Values, output: Output<N>) => {
    const input = inverseOf(name, base, saved, { ...(fixed as Values) }, output)
    offerUndo(input && { steps: [step(name, input as Input<N>)], refresh: refresh ?? [], undone: unsave })
  }
  const { fields, problems, setValue } = useFieldStates({ form, shape, base, names, labels, required, isEdit, changed: unsave })

  return {
    submit,
    busy: call.isPending,
    refusal: failure instanceof CallError && failure.problems.length > 0 ? undefined : failure,
    attempts,
    problems,
    kept: draft.notice && {
      keep: draft.notice.hide,
      discard: () => {
        draft.drop()
        form.setValues(blanked(form.getValues(), base))
      },
    },
    isSaved: isEdit ? isSaved && !isDirty : undefined,
    leaving,
    values: form.values as ValuesOf<N>,
    fields: fields as FormOf<Pick<Input<N>, FieldOf<N>>>['fields'],
    setValue: <K extends FieldOf<N>>(fieldName: K, value: ValuesOf<N>[K]) => setValue(fieldName, value),
    /** Whether a field differs from its initial value. */
    differs: (fieldName: FieldOf<N>) => !isSame(shape[fieldName], base[fieldName], form.values[fieldName]),
  }
}

/** Returns the form's initial values; fields without an initial value are blank. */
const blanked = (typed: Values, base: Values) => ({ ...Object.fromEntries(Object.keys(typed).map((name) => [name, undefined])), ...base })

/**
 * Returns the ids that say what the form is about, so that its fields never show the draft of another row. For an existing row these are only the ids that the
 * call requires.
 */
const subjectOf = (shape: Shape, base: Values, isEdit: boolean): Values =>
  Object.fromEntries(Object.entries(base).filter(([name, value]) => name.endsWith('_id') && !isBlank(value) && !(isEdit && canBeLeftOut(shape[name]))))
