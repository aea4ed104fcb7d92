/**
 * The groups ("wings") of the code's modules, each a folder in `contract/`, `server/modules/` and `web/modules/`. Modules that are used together are in one
 * wing. A wing imports the wings before it in the list and never a later one; only in the browser may a dialog of a later wing be loaded when it is opened.
 */
export const WINGS = ['messages', 'people', 'goods', 'live', 'customers', 'till', 'papers', 'sales'] as const
