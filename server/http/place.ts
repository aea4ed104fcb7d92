// The place (places.ts) that a running request holds: in the lane `door` until its sender is known, then in the lane of its call, until its answer is sent and
// its work is done.
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Call } from '../../contract/kit/call.ts'
import { PACES, type Pace } from './pace.ts'
import type { Places, Whose } from './places.ts'

export type Place = { leave: () => void; isWorking: boolean; isAnswered: boolean }

/** Takes a place in the `door` lane until the sender is known. A client that hangs up loses the place, unless work for that client is still running. */
export function placeIn(places: Places, request: FastifyRequest, reply: FastifyReply): Place {
  const place: Place = { leave: places.take('door', { address: request.ip }), isWorking: false, isAnswered: false }
  reply.raw.once('close', () => {
    place.isAnswered = true
    if (!place.isWorking) place.leave()
  })
  return place
}

export function moveTo(place: Place, leave: () => void): void {
  place.leave()
  place.leave = leave
  // If the client hung up while its session was looked up, its new place is given back at once.
  if (place.isAnswered) leave()
}

/** Adds a second place to a request; it is given back together with the first. */
export function andAlso(place: Place, leaveSecond: () => void): void {
  const { leave } = place
  place.leave = () => {
    leave()
    leaveSecond()
  }
  // If the client hung up before the second place was taken, the second place is given back at once.
  if (place.isAnswered && !place.isWorking) leaveSecond()
}

export const whoseOf = ({ ip, asked }: FastifyRequest): Whose => ({
  address: ip,
  tenant_id: asked?.tenant_id ?? 0,
  organisation_id: asked?.actor?.organisation_id,
  user_id: asked?.actor?.user_id,
})

export const paceOf = ({ access, upload }: Call): Pace => {
  if (upload) return upload === 'delivery' ? PACES.delivery : PACES.file
  return access === 'public' ? PACES.public : PACES.form
}
