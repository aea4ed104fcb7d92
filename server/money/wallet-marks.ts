// Marks of wallets that the batcher keeps from one batch to the next.

export type WalletMarks = ReturnType<typeof createWalletMarks>

export function createWalletMarks() {
  /**
   * Wallets that may not enter a batch, each with the number of reasons for it: late calls, and purchases that are tried alone because a call failed.
   */
  const held = new Map<string, number>()

  function hold(wallet_id: string, by: 1 | -1): void {
    const n = (held.get(wallet_id) ?? 0) + by
    if (n > 0) held.set(wallet_id, n)
    else held.delete(wallet_id)
  }

  return {
    /** Wallets for which other purchases had to wait. The purchases of such a wallet are sold in batches of their own until one batch succeeds. */
    slow: new Set<string>(),
    isHeld: (wallet_id: string) => held.has(wallet_id),
    hold: (wallet_id: string) => hold(wallet_id, 1),
    release: (wallet_id: string) => hold(wallet_id, -1),
  }
}
