// Whether this browser's user follows the checklist to the first sale. While this is so, every page has a strip that leads back to the checklist.
const KEPT = 'guided-start'

export const isGuided = (user_id: string): boolean => sessionStorage.getItem(KEPT) === user_id
export const goGuided = (user_id: string): void => sessionStorage.setItem(KEPT, user_id)
export const endGuided = (): void => sessionStorage.removeItem(KEPT)
