// PoolList.
import { PageTitle } from '../../kit/PageTitle.tsx'

export default function PoolList() {
  return <PageTitle />
}
