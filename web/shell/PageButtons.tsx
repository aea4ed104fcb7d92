// The buttons that every page has: star the page, and open its help. They are in the header, and on a phone in the menu.

import { HelpButton } from '../kit/page/HelpButton.tsx'
import { StarButton } from '../kit/page/StarButton.tsx'
import { usePage } from '../kit/router/Pages.tsx'

export function PageButtons() {
  const { starred, hasHelp } = usePage().route
  return (
    <div className="row one-line gap-0" data-page>
      {starred && <StarButton path={starred} />}
      {hasHelp && <HelpButton />}
    </div>
  )
}
