/**
 * The wings of the code, a folder each in `contract/`, `server/modules/` and `web/modules/`: modules that are used together are in one wing. A wing imports
 * the ones before it, never a later one; only in the browser may a dialog of a later wing be loaded when it is opened.
 */
export const WINGS = ['messages', 'people', 'goods', 'live', 'customers', 'till', 'papers', 'sales'] as const
