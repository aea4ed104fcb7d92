// The clock, handed to app() so that a test may move it.
export type Clock = () => Date
export const systemClock: Clock = () => new Date()
