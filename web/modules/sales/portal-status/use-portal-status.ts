// Reads the status of the portal again and again while the page is visible. If no answer comes, the last answer stays on the page.
import { useEffect, useState } from 'react'
import { createClient } from '../../../../contract/kit/client.ts'
import { type PortalStatus, portalStatus } from '../../../../contract/sales/portal-status.ts'
import { send } from '../../../kit/base/session.ts'

const REFRESH_MS = 30_000
const client = createClient({ portalStatus }, send, () => ({}))

/** `isCutOff`: whether the latest request got no answer. */
export function usePortalStatus(): { status: PortalStatus | undefined; isCutOff: boolean } {
  const [state, setState] = useState<{ status: PortalStatus | undefined; isCutOff: boolean }>({ status: undefined, isCutOff: false })
  useEffect(() => {
    const read = () =>
      client.portalStatus({}).then(
        (status) => setState({ status, isCutOff: false }),
        () => setState(({ status }) => ({ status, isCutOff: true })),
      )
    const readIfVisible = () => document.visibilityState === 'visible' && void read()
    void read()
    const timer = setInterval(readIfVisible, REFRESH_MS)
    document.addEventListener('visibilitychange', readIfVisible)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', readIfVisible)
    }
  }, [])
  return state
}
