// Constants the build writes into the bundle, and CSS variables as React's styles take them.
import 'react'

declare global {
  const VERSION: string
  const BUILT_AT: string
  /** The commit that was built; empty if it is unknown. */
  const COMMIT: string
}

declare module 'react' {
  interface CSSProperties {
    [name: `--${string}`]: string | number
  }
}
