// Short texts about all rows of a list, beside the title of its screen. As much of the texts as fits is shown; on hover a tooltip shows all. Without texts
// their place stays reserved.
export function Note({ texts }: { texts: readonly string[] }) {
  const text = texts.join(' · ')
  return (
    <span className="muted" title={text} data-note>
      {text}
    </span>
  )
}
