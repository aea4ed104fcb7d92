// Ids are UUIDv7 made by the application: sorted by time, the same on every node.
export { uuidv7 as newId } from 'uuidv7'
