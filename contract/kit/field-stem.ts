/** Returns the field name without the ending that only says in which form the value is given: `batch_id`, `batch_no` and `batch_name` give `batch`. */
export const fieldStem = (field: string): string => field.replace(/_(id|name|no|at|on)$/, '')
