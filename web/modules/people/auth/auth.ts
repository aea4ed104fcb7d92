// The frame of the pages before the login, which the pages of registration use too, and the path of the status page.
export { DoorPage } from './DoorPage.tsx'
export { STATUS } from './status-path.ts'
