// PoolUpload.
import { PageTitle } from '../../kit/PageTitle.tsx'

export default function PoolUpload() {
  return <PageTitle />
}
