// Chooses the next cashier at this till: a person of the shop, then that person's code, which is sent once it is complete. A code that a manager gave has to be
// replaced at once.
import { Button, PasswordInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import { CallError } from '../../../contract/kit/client.ts'
import { CASHIER_CODE_DIGITS } from '../../../contract/till/cashiers.ts'
import { type Output, query, useCall } from '../../kit/base/api.ts'
import { begin } from '../../kit/base/session.ts'
import { Failed } from '../../kit/page/Empty.tsx'
import { Refusal } from '../../kit/page/Refusal.tsx'
import styles from './cashiers.module.css'

type Cashier = Output<'cashiersList'>['content'][number]

/** Continues as the next person by loading the page anew, so that nothing of the previous person stays in memory. */
function goOn(session: Output<'cashierSwitch'>) {
  begin(session)
  location.assign('/')
}

/** `first`: the person who is chosen already, so that only the code has to be entered. */
export function CashierPicker({ first }: { first?: string | undefined }) {
  const t = useTranslations('cashiers')
  const { data, error, refetch } = useQuery(query('cashiersList', {}))
  const [chosen, choose] = useState(first)
  if (error && !data) return <Failed error={error} retry={refetch} />
  if (!data) return <div aria-busy className={`cells ${styles.people}`} />
  if (!data.is_paired) return <p>{t('not_paired')}</p>
  const person = data.content.find(({ user_id, code }) => user_id === chosen && (code === 'own' || code === 'given'))
  if (person) return <Code person={person} back={() => choose(undefined)} />
  const firstOpen = data.content.findIndex(({ code }) => code === 'own' || code === 'given')
  return (
    <ul className={`cells ${styles.people}`} aria-label={t('who')}>
      {data.content.map(({ user_id, full_name, code, is_this }, i) => (
        <li key={user_id}>
          <button
            type="button"
            className={`surface row breaks tall full ${styles.person}`}
            data-autofocus={i === firstOpen || undefined}
            disabled={code === 'none' || code === 'used_up'}
            onClick={() => choose(user_id)}
          >
            <b>{full_name}</b>
            {(code === 'none' || code === 'used_up') && <span className="muted">{t(`states.${code}`)}</span>}
            {is_this && <span className="badge">{t('here')}</span>}
          </button>
        </li>
      ))}
    </ul>
  )
}

const digitsOf = (text: string) => text.replace(/\D/g, '').slice(0, CASHIER_CODE_DIGITS)

function Code({ person: { user_id, full_name }, back }: { person: Cashier; back: () => void }) {
  const t = useTranslations('cashiers')
  const problemText = useTranslations('errors.problems')
  const [code, setCode] = useState('')
  const [own, setOwn] = useState<string>()
  const change = useCall('cashierSwitch', { done: goOn })

  function send(given: string, new_code?: string) {
    if (change.isPending || change.isSuccess) return
    const input = { user_id, code: given, ...(new_code === undefined ? {} : { new_code }) }
    change.mutate(input, { onError: (error) => failed(error) })
  }
  function failed(error: unknown) {
    const refused = error instanceof CallError ? error.code : undefined
    if (refused === 'cashier_code_new') setOwn('')
    else if (refused === 'cashier_code_wrong') setCode('')
    else if (refused === 'invalid_input') setOwn('')
  }
  function type(text: string) {
    const digits = digitsOf(text)
    setCode(digits)
    if (digits.length === CASHIER_CODE_DIGITS && digits !== code && own === undefined) send(digits)
  }
  function typeOwn(text: string) {
    setOwn(digitsOf(text))
  }
  function submit(event: FormEvent) {
    event.preventDefault()
    if (code.length === CASHIER_CODE_DIGITS && (own === undefined || own.length === CASHIER_CODE_DIGITS)) send(code, own)
  }
  const isAskedForNew = change.error instanceof CallError && change.error.code === 'cashier_code_new'
  const problem = change.error instanceof CallError ? change.error.problems[0] : undefined
  return (
    <form className="stack" onSubmit={submit} noValidate autoComplete="off">
      {!isAskedForNew && !problem && <Refusal error={change.error} />}
      <Digits
        key={user_id}
        label={t('code_of', { name: full_name })}
        hint={problemText('not_a_cashier_code')}
        value={code}
        type={type}
        disabled={own !== undefined}
      />
      {own !== undefined && <Digits label={t('new_code')} hint={t('new_hint')} value={own} type={typeOwn} problem={problem?.code} />}
      <div className="row">
        <Button h={48} type="submit" disabled={change.isPending || code.length < CASHIER_CODE_DIGITS}>
          {t('go_on')}
        </Button>
        <Button h={48} variant="default" onClick={back}>
          {t('others')}
        </Button>
      </div>
    </form>
  )
}

type DigitsProps = {
  label: string
  hint: string
  value: string
  type: (text: string) => void
  disabled?: boolean
  problem?: 'code_common' | string | undefined
}

function Digits({ label, hint, value, type, disabled = false, problem }: DigitsProps) {
  const t = useTranslations('errors.problems')
  return (
    <PasswordInput
      autoFocus
      size="lg"
      label={label}
      description={hint}
      inputMode="numeric"
      autoComplete="off"
      data-1p-ignore
      spellCheck={false}
      visible={false}
      visibilityToggleIcon={() => null}
      classNames={{ innerInput: styles.digits ?? '' }}
      value={value}
      disabled={disabled}
      error={problem === 'code_common' || problem === 'code_same' ? t(problem) : undefined}
      onChange={(event) => type(event.currentTarget.value)}
    />
  )
}
