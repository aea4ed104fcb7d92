// The parts of the rights of people that other modules use: the choice of rights with its presets, and the groups of single rights.
export { RightsChoice } from './RightsChoice.tsx'
export { type PresetsFor, rightGroups } from './rights.ts'
