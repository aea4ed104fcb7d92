// The tabs of a screen, which stand in the row of its title; the frame of the app knows them (Shell.tsx).
import { createContext, type ReactNode } from 'react'

export const TitleTabs = createContext<ReactNode>(undefined)
