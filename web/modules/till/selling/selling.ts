// The panel of a finished sale, which other selling screens show too.
export { SoldPanel } from './SoldPanel.tsx'
