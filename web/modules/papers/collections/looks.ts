// How the states of a collection and of its lines look.
export const looks = { under_way: 'badge success', cancelled: 'badge' } as const
export const lineLooks = { under_way: 'badge', cancelled: 'badge', booked: 'badge success', by_hand: 'badge warning' } as const
