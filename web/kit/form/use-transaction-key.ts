// The transaction key of a booking, kept until its outcome is certain.
import { useRef } from 'react'
import { CallError } from '../../../contract/kit/client.ts'
import { ask, type CallName } from '../base/api.ts'
import { contractOf } from '../base/contract.ts'
import type { Values } from './form-values.ts'

/** Whether an error is a refusal, after which it is certain that the call changed nothing. */
export const isRefusal = (error: unknown): error is CallError =>
  error instanceof CallError && error.code !== 'in_progress' && error.code !== 'busy' && error.code !== 'internal'

/** A booking keeps its transaction key until its outcome is certain, so that sending the booking again never books twice. */
export function useTransactionKey(name: CallName) {
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
    refused: () => {
      key.current = undefined
    },
  }
}
