// The parts of this module that other screens use: the light that says whether a shop can sell, and the button that helps.
export { Light, Mend } from './Light.tsx'
