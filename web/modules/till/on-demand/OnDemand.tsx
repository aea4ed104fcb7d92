// Cards and recharges that a supplier makes at the moment of sale. They use the same screen as direct recharge, with other goods.
import { Counter } from '../recharges/recharges.ts'

export default function OnDemand() {
  return <Counter by="on_demand" />
}
