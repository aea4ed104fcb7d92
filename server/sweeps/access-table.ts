// Writes a table of all calls and all kinds of people. In it a reviewer sees who is newly allowed to make a call (docs/access.md).
import { type Access, type Actor, allows, flags, roles } from '../../contract/kit/access.ts'
import type { Call } from '../../contract/kit/call.ts'

export type Person = { name: string; actor: Actor | null }

/** The kinds of people: anonymous; each role as manager and as staff, without flags; staff with each flag alone. */
export const people: readonly Person[] = [
  { name: 'anonymous', actor: null },
  ...roles.flatMap((role): Person[] => [
    { name: `${role} manager`, actor: { role, is_manager: true, flags: [], enable_web_view: true } },
    { name: `${role} staff`, actor: { role, is_manager: false, flags: [], enable_web_view: true } },
  ]),
  ...(['has_cash_card', 'has_gift_card', 'has_customers'] as const).map(
    (flag): Person => ({ name: `seller staff with ${flag}`, actor: { role: 'seller', is_manager: false, flags: [flag], enable_web_view: true } }),
  ),
  ...flags.map((flag): Person => ({ name: `staff with ${flag}`, actor: { role: 'reseller', is_manager: false, flags: [flag], enable_web_view: true } })),
]

/** The people whom the rule admits, by their names in the table. */
export function admitted(access: Access): string[] {
  const names = people.filter(({ actor }) => allows(access, actor)).map(({ name }) => name)
  return names.length === people.length ? ['everybody'] : names.length === people.length - 1 ? ['all signed in'] : names
}

export function accessTable(calls: Record<string, Call>): string {
  const rows = Object.entries(calls).map(([name, c]) => `| ${name} | \`${c.path}\` | ${admitted(c.access).join(', ')} |`)
  return [
    '# Who may call what',
    '',
    'Made by `npm run generate` from the contract; a test asks the running server the same.',
    '',
    '| call | path | who |',
    '|---|---|---|',
    ...rows,
    '',
  ].join('\n')
}
