// Constants that the build writes into the bundle.
declare const VERSION: string
declare const BUILT_AT: string
/** Empty if unknown. */
declare const COMMIT: string
