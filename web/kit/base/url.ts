// The URL contains a screen's state: search, filters, sort, page, step. Parameters are read and written as plain text; default values are not written.

import { useCallback } from 'react'
import { useLocation, useNavigate } from '../router/Pages.tsx'

export type UrlState = Readonly<Record<string, string | undefined>>
export type UrlChange = (changes: UrlState, how?: { replace?: boolean }) => void

export const parseSearch = (text: string): Record<string, string> => Object.fromEntries(new URLSearchParams(text))

export function stringifySearch(search: Record<string, unknown>): string {
  const given = Object.entries(search).filter(([, value]) => value !== undefined && value !== '')
  const text = new URLSearchParams(given.map(([name, value]): [string, string] => [name, String(value)])).toString()
  return text && `?${text}`
}

/** Returns the parameters of this address, and a function that changes some of them; it removes a parameter whose new value is undefined. */
export function useUrlState(): [UrlState, UrlChange] {
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const change = useCallback<UrlChange>(
    (changes, how) => {
      // A page that is being left no longer changes the address, because the address is already that of the next page.
      if (location.pathname !== pathname) return
      void navigate(pathname + stringifySearch({ ...parseSearch(location.search), ...changes }), { replace: how?.replace ?? false, stays: true })
    },
    [navigate, pathname],
  )
  return [search, change]
}

/** Reads a whole number from the address. A number out of bounds becomes the nearest bound; a text that is no number becomes `otherwise`. */
export function wholeBetween(text: string | undefined, min: number, max: number, otherwise: number): number {
  const value = /^\d{1,9}$/.test(text ?? '') ? Number(text) : otherwise
  return Math.min(Math.max(value, min), Math.max(min, max))
}
