// The number of undecided claims on cards that a till sold, as a link for users who may see claims.
import type { ZReport } from '../../../../contract/papers/shifts.ts'
import { useUser } from '../../../kit/base/api.ts'
import { can } from '../../../kit/base/can.ts'
import * as format from '../../../kit/base/format.ts'
import { InnerLink } from '../../../kit/page/InnerLink.tsx'

type Props = Pick<ZReport, 'open'> & { label?: string }

export function OpenClaims({ open, label = '' }: Props) {
  const mayLook = can(useUser(), 'reclaimCheck')
  const claims = open.reduce((sum, { kind, quantity }) => sum + (kind === 'reclamation' ? quantity : 0), 0)
  const text = [label, format.count(claims)].filter(Boolean).join(' ')
  return claims > 0 && mayLook ? <InnerLink to="/seller-reclaim-requests?is_open=1">{text}</InnerLink> : text
}
