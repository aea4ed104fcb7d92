// What other modules use of the rights of people: the presets, and the groups in which single rights stand.
export { RightsChoice } from './RightsChoice.tsx'
export { type PresetsFor, rightGroups } from './rights.ts'
