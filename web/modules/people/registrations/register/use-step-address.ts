// Keeps the step in the address. The server knows which step is due, so an address with another step is corrected, even when the user goes back.
import { useEffect } from 'react'

export function useStepAddress(step: number | undefined) {
  useEffect(() => {
    if (step === undefined) return
    const show = () => history.replaceState(null, '', `${location.pathname}?${new URLSearchParams({ step: String(step) })}`)
    show()
    addEventListener('popstate', show)
    return () => removeEventListener('popstate', show)
  }, [step])
}
