// The parts of this module that other screens use: the badge that says whether a shop can sell, and the button that removes the reason why not.
export { Light, Mend } from './Light.tsx'
