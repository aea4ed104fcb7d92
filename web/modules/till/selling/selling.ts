// The panel of a finished sale, which other counters show too.
export { SoldPanel } from './SoldPanel.tsx'
