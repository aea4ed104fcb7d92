// Content below the window. Its code and data are requested only when the user scrolls near it.
import { type ReactNode, useEffect, useRef, useState } from 'react'
import styles from './kit.module.css'

const NEAR = '100px'

export function WhenNear({ children }: { children: ReactNode }) {
  const [isNear, setNear] = useState(false)
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!place.current) return
    const observer = new IntersectionObserver((entries) => entries.some(({ isIntersecting }) => isIntersecting) && setNear(true), { rootMargin: NEAR })
    observer.observe(place.current)
    return () => observer.disconnect()
  }, [])
  return isNear ? children : <div ref={place} className={styles.below} data-waiting="below" />
}
