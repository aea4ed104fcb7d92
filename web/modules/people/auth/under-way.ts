// The sign-in that is in progress. It is kept in this tab only, so that a reload continues it. The password is never stored.
import * as z from 'zod/mini'
import { SignIn } from '../../../../contract/people/auth.ts'

const NAME = 'sign_in'

const UnderWay = z.object({ username: z.string(), at: SignIn })
export type UnderWay = z.output<typeof UnderWay>

export function keepUnderWay(value: UnderWay | undefined) {
  if (value) sessionStorage.setItem(NAME, JSON.stringify(value))
  else sessionStorage.removeItem(NAME)
}

export function readUnderWay(): UnderWay | undefined {
  try {
    const { success, data } = z.safeParse(UnderWay, JSON.parse(sessionStorage.getItem(NAME) ?? 'null'))
    return success && Date.parse(data.at.expires_at ?? '') > Date.now() ? data : undefined
  } catch {
    return undefined
  }
}
