// Short texts about all rows of a list, beside the title of its screen. Those that fit are shown; on hover a tooltip shows all. Without texts their place stays
// reserved.
export function Note({ texts }: { texts: readonly string[] }) {
  return (
    <span className="muted" title={texts.join(' · ')} data-note>
      {texts.map((text, i) => (
        <span key={text}>{i > 0 ? ` · ${text}` : text}</span>
      ))}
    </span>
  )
}
