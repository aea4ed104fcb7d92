/** If this many PINs or fewer are left, the tile and the sale show their number. */
export const FEW = 5
