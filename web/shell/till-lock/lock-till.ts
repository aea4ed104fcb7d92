// Locks this session: on the page at once, so that nobody sees the last slip, and on the server, so that a reload does not unlock it.
import { ask, queryClient, userQuery } from '../../kit/base/api.ts'

const shows = (is_locked: 0 | 1) => queryClient.setQueryData(userQuery.queryKey, (user) => user && { ...user, is_locked })

export async function lockTill(): Promise<void> {
  // Requests for the user details are cancelled, because an answer to an earlier one would show the till as unlocked again.
  await queryClient.cancelQueries({ queryKey: userQuery.queryKey })
  shows(1)
  // If no answer comes, the page stays locked, and the server locks the session after the idle time.
  await ask('cashierLock', {}).catch(() => undefined)
}
