// Short texts about all rows of a list, beside the title of its screen. It shows as much as fits, and all of it on hover. Without texts the place stays
// reserved.
export function Note({ texts }: { texts: readonly string[] }) {
  const text = texts.join(' · ')
  return (
    <span className="muted" title={text} data-note>
      {text}
    </span>
  )
}
