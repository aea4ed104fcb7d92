// The frame of the pages before the login, which the pages of registration use too.
export { DoorPage } from './DoorPage.tsx'
