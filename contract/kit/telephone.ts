// A telephone number as people write it. The server extracts its digits and decides whether it can be a number.
import * as z from 'zod/mini'
import { atMost, matches } from './rules.ts'

export const number = () => z.string().check(z.trim(), atMost(40, 'not_a_phone_number'), matches(/^[+\d][\d\s()/.\u00a0-]{4,39}$/, 'not_a_phone_number'))
