// The booking that is in progress. It has one transaction key, which is stored in this browser before anything is sent, so that the same booking is found again
// after a reload or a lost answer.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { CallError, NoAnswer } from '../../../../contract/kit/client.ts'
import { ask, type Input, type Output, query, useUser } from '../../../kit/base/api.ts'

export type Booking = Output<'busTicket'>['booking']
type Step = Omit<Input<'flixbus'>, 'transaction_key'>

const TRIES = 3
const CHECK_MS = 5_000
const unsettled: readonly string[] = ['checking', 'cancelling']

const placeOf = (user_id: string) => `bus_booking.${user_id}`

/** Sends a request up to three times, until it gets an answer. All attempts have the same key, so they make only one booking. */
async function sent(input: Input<'flixbus'>): Promise<Output<'flixbus'>> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await ask('flixbus', input)
    } catch (error) {
      if (!(error instanceof NoAnswer) || attempt === TRIES) throw error
    }
  }
}

export function useBooking() {
  const { user_id } = useUser()
  const cache = useQueryClient()
  const [key, setKey] = useState(() => localStorage.getItem(placeOf(user_id)))
  const asked = { transaction_key: key ?? '' }
  const found = useQuery({
    ...query('busTicket', asked),
    enabled: key !== null,
    refetchInterval: ({ state }) => (unsettled.includes(state.data?.booking.state ?? '') ? CHECK_MS : false),
  })

  function forget() {
    localStorage.removeItem(placeOf(user_id))
    setKey(null)
  }

  async function take(transaction_key: string, step: Step): Promise<Booking> {
    try {
      const { booking } = await sent({ ...step, transaction_key })
      if (!booking) throw new Error('no booking')
      const { queryKey } = query('busTicket', { transaction_key })
      cache.setQueryData<Output<'busTicket'>>(queryKey, (before) => ({ ticket: null, ask_with: null, ...before, booking }))
      return booking
    } finally {
      // The booking is read again after every answer, because a refusal may have changed the booking, and after a sale the ticket has to be read.
      for (const name of ['busTicket', 'balance']) void cache.invalidateQueries({ queryKey: [name] })
    }
  }

  return {
    /** The booking; undefined if there is no booking or while it is loading. */
    booking: key === null ? undefined : found.data?.booking,
    ticket: found.data?.ticket ?? null,
    askWith: found.data?.ask_with ?? null,
    /** Whether the server does not know the key, because the reservation never reached it. There is then no booking. */
    isGone: found.error instanceof CallError && found.error.code === 'not_found',
    isLooking: key !== null && found.isPending,
    again: () => void found.refetch(),
    forget,
    reserve: async (step: Step): Promise<Booking> => {
      const { transaction_key } = await ask('transactionKey', {})
      localStorage.setItem(placeOf(user_id), transaction_key)
      try {
        const booking = await take(transaction_key, step)
        setKey(transaction_key)
        return booking
      } catch (error) {
        if (error instanceof CallError) localStorage.removeItem(placeOf(user_id))
        throw error
      }
    },
    go: (step: Step): Promise<Booking> => take(key ?? '', step),
  }
}
export type BookingAtHand = ReturnType<typeof useBooking>
