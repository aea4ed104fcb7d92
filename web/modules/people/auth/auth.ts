// The frame of the pages before the login, which the pages of registration have too.
export { DoorPage } from './DoorPage.tsx'
