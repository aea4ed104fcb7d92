// A button that sets a field to a frequent value. It is beside the field, alone or in a group.
import type { ReactNode } from 'react'

/** `chosen`: whether the field has this value at present. */
export function Preset({ chosen, choose, children }: { chosen?: boolean; choose: () => void; children: ReactNode }) {
  return (
    <button type="button" className="surface control" aria-pressed={chosen} onClick={choose}>
      {children}
    </button>
  )
}

export function Presets({ label, legend, children }: { label?: string; legend?: string; children: ReactNode }) {
  return (
    <fieldset className="row gap-8" aria-label={label}>
      {legend && <legend className="medium below-4">{legend}</legend>}
      {children}
    </fieldset>
  )
}
