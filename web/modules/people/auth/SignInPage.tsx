// Signing in, at the step that is due. The code of the steps after the password is loaded only if they are needed.
import { useState } from 'react'
import type { ErrorCode } from '../../../../contract/kit/errors.ts'
import type { SignIn } from '../../../../contract/people/auth.ts'
import { begin } from '../../../kit/base/session.ts'
import type { LoadHouse } from './door.ts'
import { later } from './Later.tsx'
import { Login } from './Login.tsx'
import { keepUnderWay, readUnderWay } from './under-way.ts'

const NextSteps = later(() => import('./NextSteps.tsx').then(({ NextSteps }) => NextSteps))

export function SignInPage({ ended, loadHouse, entered }: { ended: boolean; loadHouse: LoadHouse; entered: () => void }) {
  const [underWay, setUnderWay] = useState(readUnderWay)
  const [notice, setNotice] = useState<ErrorCode | undefined>(ended ? 'signed_out' : undefined)
  const [username, setUsername] = useState('')

  function arrived(name: string, at: SignIn) {
    const next = at.next_step === 'none' ? undefined : { username: name, at }
    keepUnderWay(next)
    if (next) return setUnderWay(next)
    begin(at)
    entered()
  }

  /** Goes back to the first step. With a reason the form keeps the user name and shows the reason; without a reason the form is empty, for another account. */
  function over(why?: ErrorCode) {
    setUsername(why && underWay ? underWay.username : '')
    setNotice(why)
    keepUnderWay(undefined)
    setUnderWay(undefined)
  }

  if (!underWay) return <Login notice={notice} username={username} loadHouse={loadHouse} arrived={arrived} />
  return <NextSteps underWay={underWay} arrived={(at) => arrived(underWay.username, at)} over={over} />
}
