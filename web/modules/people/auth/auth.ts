// The page of signing in, for registration too.
export { DoorPage } from './DoorPage.tsx'
