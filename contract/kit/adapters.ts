// The abilities of each adapter. A new supplier needs a folder in server/suppliers/, a simulator, and a line here and in server/suppliers/adapters.ts.
export const adapterNames = ['dt_one', 'reloadly', 'soft_api', 'pj_telesoft', 'paysafecard', 'flixbus'] as const
export type AdapterName = (typeof adapterNames)[number]

export type Abilities = {
  /** The supplier's own name, the same in every language. */
  name: string
  /**
   * top_ups: credit for a telephone number, whose operator the supplier finds. goods: products of a catalogue. trips: seats, which are first searched and
   * reserved.
   */
  sells: 'top_ups' | 'goods' | 'trips'
  /** Whether the supplier has a catalogue of products, which is read every hour. */
  catalogue: boolean
  /** How a day's statement is received: requested over the wire, uploaded by a person as a file, or not at all. */
  statement: 'asked' | 'file' | 'none'
}

export const adapters: Readonly<Record<AdapterName, Abilities>> = {
  dt_one: { name: 'DT One', sells: 'top_ups', catalogue: true, statement: 'asked' },
  reloadly: { name: 'Reloadly', sells: 'top_ups', catalogue: true, statement: 'asked' },
  soft_api: { name: 'SoftAPI', sells: 'goods', catalogue: true, statement: 'asked' },
  pj_telesoft: { name: 'PJ Telesoft', sells: 'goods', catalogue: true, statement: 'asked' },
  paysafecard: { name: 'paysafecard Pin-on-Demand', sells: 'goods', catalogue: true, statement: 'file' },
  flixbus: { name: 'FlixBus', sells: 'trips', catalogue: false, statement: 'none' },
}

/** Names of the adapters for whose abilities `can` returns true. */
export const adaptersThat = (can: (adapter: Abilities) => boolean): AdapterName[] => adapterNames.filter((name) => can(adapters[name]))
