// PlanList.
import { PageTitle } from '../../kit/PageTitle.tsx'

export default function PlanList() {
  return <PageTitle />
}
