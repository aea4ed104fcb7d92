// What other modules use about people: the choice of rights with its presets, the groups of single rights, and the offer to undo an assignment of customers.
export { assignmentRefresh, offerAssignmentBack } from './assignment-undo.ts'
export { RightsChoice } from './RightsChoice.tsx'
export { type PresetsFor, rightGroups } from './rights.ts'
