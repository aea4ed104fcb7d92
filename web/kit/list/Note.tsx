// Short texts about all rows of a list, beside the title of its screen: as much as fits is shown, all of it on hover. Without texts its place is kept.
export function Note({ texts }: { texts: readonly string[] }) {
  const text = texts.join(' · ')
  return (
    <span className="muted" title={text} data-note>
      {text}
    </span>
  )
}
