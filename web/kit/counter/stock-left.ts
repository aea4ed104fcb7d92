/** At this number or fewer, tile and sale show how many are left. */
export const FEW = 5
