// Constants the build writes into the bundle.
declare const VERSION: string
declare const BUILT_AT: string
/** Empty where nobody knows it. */
declare const COMMIT: string
