// The device fingerprint: a hint for the person who approves a sign-in. It is computed while the user types, and nothing waits for it.
let hash: string | undefined
let begun = false

async function learn() {
  const { load } = await import('@fingerprintjs/fingerprintjs')
  // With monitoring on, the library would call its maker's server, so monitoring is off.
  const agent = await load({ monitoring: false })
  hash = (await agent.get()).visitorId
}

export function learnDevice() {
  if (begun) return
  begun = true
  learn().catch(() => undefined)
}

export const deviceHash = () => hash
