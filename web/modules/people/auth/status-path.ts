/** The path of the public status page, which main.tsx draws. */
export const STATUS = '/status'
