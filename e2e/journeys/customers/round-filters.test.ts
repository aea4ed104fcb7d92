// The filters of a credit round: shops with little available, the shops of a weekday, and those whose round is today; each amount changes what a shop has after
// all. The shops are the journey's own, so it does not depend on what other journeys sell or credit.
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { rhythms } from '../../../contract/customers/credit-round.ts'
import { EURO } from '../../../contract/kit/money.ts'
import * as format from '../../../web/kit/base/format.ts'
import { pressInDialog, shoot, test } from '../../kit/browser.ts'
import { callsOn } from '../../kit/calls.ts'
import { newCustomer, nordOn } from '../../kit/credit.ts'
import { t } from '../../kit/texts.ts'
