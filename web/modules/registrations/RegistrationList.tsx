// RegistrationList.
import { PageTitle } from '../../kit/PageTitle.tsx'

export default function RegistrationList() {
  return <PageTitle />
}
