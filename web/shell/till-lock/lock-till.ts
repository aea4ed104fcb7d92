// Locks this session: on the page at once, so that nobody sees the last slip, and on the server, so that a reload does not unlock it.
import { ask, queryClient, userQuery } from '../../kit/base/api.ts'

const shows = (is_locked: 0 | 1) => queryClient.setQueryData(userQuery.queryKey, (user) => user && { ...user, is_locked })

export async function lockTill(): Promise<void> {
  // Requests for the user details are cancelled, because an answer under way would show the till as open again.
  await queryClient.cancelQueries({ queryKey: userQuery.queryKey })
  shows(1)
  // Without an answer the page stays locked; the server locks by itself after the idle time.
  await ask('cashierLock', {}).catch(() => undefined)
}
