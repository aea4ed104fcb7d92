// How the states of a collection look.
export const looks = { under_way: 'badge success', cancelled: 'badge' } as const
