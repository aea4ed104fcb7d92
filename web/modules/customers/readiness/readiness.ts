// Whether a shop can sell, as other screens show it.
export { Light, Mend } from './Light.tsx'
