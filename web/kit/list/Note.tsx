// What is said of all rows, beside the title of their screen: as much as fits there, all of it on hover. Without texts it keeps its place.
export function Note({ texts }: { texts: readonly string[] }) {
  const text = texts.join(' · ')
  return (
    <span className="muted" title={text} data-note>
      {text}
    </span>
  )
}
