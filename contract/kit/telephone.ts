// A telephone number as people write it; the server finds its digits and whether it can be one.
import * as z from 'zod/mini'
import { atMost, matches } from './rules.ts'

export const number = () => z.string().check(z.trim(), atMost(40, 'not_a_phone_number'), matches(/^[+\d][\d\s()/.\u00a0-]{4,39}$/, 'not_a_phone_number'))
