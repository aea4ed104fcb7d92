/**
 * Wings of the house, a folder each in `contract/`, `server/modules/` and `web/modules/`: words that are used together stand together. A wing imports those
 * before it, never one behind it; the browser may load a dialog of any wing when it is opened.
 */
export const WINGS = ['messages', 'people', 'goods', 'live', 'customers', 'till', 'papers', 'sales'] as const
