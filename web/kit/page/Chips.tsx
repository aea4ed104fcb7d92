// A choice among a few options, drawn as chips side by side; the chip of the chosen option is pressed.
type Option<V extends string> = { value: V; label: string }
type Props<V extends string> = { label?: string; value: V; options: readonly Option<V>[]; choose: (value: V) => void; className?: string | undefined }

/** With a `label` the chips are a landmark of the page. Chips that lead to another view have a label. */
export function Chips<V extends string>({ label, value, options, choose, className = '' }: Props<V>) {
  const Frame = label ? 'nav' : 'div'
  return (
    <Frame className={`row gap-8 no-print ${className}`} aria-label={label}>
      {options.map((option) => (
        <button key={option.value} type="button" className="surface chip" aria-pressed={option.value === value} onClick={() => choose(option.value)}>
          {option.label}
        </button>
      ))}
    </Frame>
  )
}
