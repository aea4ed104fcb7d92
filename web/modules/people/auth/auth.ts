// The frame of the pages before the login, for the pages of registration, which have the same frame.
export { DoorPage } from './DoorPage.tsx'
