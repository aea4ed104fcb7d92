// PJ Telesoft, with both generations of its interface over one stock. Details known from public traces are copied to the letter (the purchase answer and the
// error numbers of the first generation, sign-in and product list of the second). The paths and all other details are invented, because nothing about them is
// public.
import { partOf, play, type Shop, type Simulated, type Stage } from './kit/shop.ts'
import { runAsProcess } from './kit/simulator.ts'
import { firstGeneration } from './pj-telesoft/first.ts'
import { secondGeneration } from './pj-telesoft/second.ts'
import { till } from './pj-telesoft/stock.ts'

function shop(stage: Stage): Shop {
  const stock = till(stage)
  const second = secondGeneration(stock, stage)
  return {
    routes: { ...firstGeneration(stock), ...second.routes },
    trouble: (status) => ({ message: 'declined', error_code: status, error: 'server error' }),
    tune: (settings) => {
      stock.tune(settings)
      if (settings.forget_tokens) second.forget()
    },
  }
}

export const pjTelesoft = (port = 0): Promise<Simulated> => play(shop, port)
await runAsProcess(import.meta.url, partOf(shop))
