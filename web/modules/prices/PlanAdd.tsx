// PlanAdd.
import { PageTitle } from '../../kit/PageTitle.tsx'

export default function PlanAdd() {
  return <PageTitle />
}
