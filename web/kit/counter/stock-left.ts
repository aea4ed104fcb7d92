/** The tile and the sale show how many PINs are left if this many or fewer are left. */
export const FEW = 5
