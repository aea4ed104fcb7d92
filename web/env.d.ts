// Types of the constants that the build writes into the bundle, and of CSS variables in React's styles.
import 'react'

declare global {
  const VERSION: string
  const BUILT_AT: string
  /** The commit of the build; empty if unknown. */
  const COMMIT: string
}

declare module 'react' {
  interface CSSProperties {
    [name: `--${string}`]: string | number
  }
}
