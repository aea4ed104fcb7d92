// The device fingerprint: a hint for whoever approves a sign-in. Worked out while the person types; nothing waits for it.
let hash: string | undefined
let begun = false

async function learn() {
  const { load } = await import('@fingerprintjs/fingerprintjs')
  // Monitoring would call the library's maker.
  const agent = await load({ monitoring: false })
  hash = (await agent.get()).visitorId
}

export function learnDevice() {
  if (begun) return
  begun = true
  learn().catch(() => undefined)
}

export const deviceHash = () => hash
