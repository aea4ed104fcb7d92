// Sends queries of many requests to the database together. Queries that arrive while one round is running form the next round. There is no timer: if no round
// is running, a query is sent with all others that arrive in the same turn of the event loop.

type Waiting<In, Out> = { item: In; resolve: (out: Out) => void; reject: (error: unknown) => void }

/**
 * Makes a function that sends one item together with the others of its round. `run` answers in the order of its items; if it throws, every request of the round
 * gets the error.
 */
export function createGatherer<In, Out>(run: (items: readonly In[]) => Promise<readonly Out[]>, most: number): (item: In) => Promise<Out> {
  const waiting: Waiting<In, Out>[] = []
  let isRunning = false

  async function drain(): Promise<void> {
    while (waiting.length > 0) await round(waiting.splice(0, most))
    isRunning = false
  }

  async function round(asked: readonly Waiting<In, Out>[]): Promise<void> {
    try {
      const outs = await run(asked.map(({ item }) => item))
      for (const [i, { resolve }] of asked.entries()) resolve(outs[i] as Out)
    } catch (error) {
      for (const { reject } of asked) reject(error)
    }
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject })
      if (isRunning) return
      isRunning = true
      setImmediate(() => void drain())
    })
}
