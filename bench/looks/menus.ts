// How many lines each role's menu shows on a desktop, and whether it has to be scrolled.
import { menu, menuLines } from '../../e2e/kit/in-sight.ts'
import { type Figures, say } from './figures.ts'
import { type Portal, ROLES, type Role } from './portal.ts'

const MOST = 14
const DESK = { width: 1440, height: 900 }

export async function menus({ context }: Portal): Promise<Figures> {
  const lines: Record<string, number> = {}
  const targets: Record<string, boolean> = {}
  for (const role of Object.keys(ROLES) as Role[]) {
    const opened = await context(role, { viewport: DESK })
    const page = await opened.newPage()
    await page.goto('/dashboard')
    await menu(page).getByRole('link').first().waitFor()
    const { seen, scrolls } = await menuLines(page)
    await opened.close()
    lines[role] = seen
    targets[`menu of the ${role} <= ${MOST} lines, not scrolled`] = seen > 0 && seen <= MOST && !scrolls
    say(`menu of the ${role.padEnd(10)} ${seen} lines${scrolls ? ', scrolled' : ''}`)
  }
  return { figures: { menu_lines: lines }, targets }
}
