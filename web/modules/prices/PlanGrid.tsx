// PlanGrid.
import { PageTitle } from '../../kit/PageTitle.tsx'

export default function PlanGrid() {
  return <PageTitle />
}
