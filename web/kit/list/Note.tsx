// Short texts about all rows of a list, beside the title of its screen. The texts that fit are shown; a tooltip shows all of them. While there are no texts,
// their place is reserved.
export function Note({ texts }: { texts: readonly string[] }) {
  return (
    <span className="muted" title={texts.join(' · ')} data-note>
      {texts.map((text, i) => (
        <span key={text}>{i > 0 ? ` · ${text}` : text}</span>
      ))}
    </span>
  )
}
