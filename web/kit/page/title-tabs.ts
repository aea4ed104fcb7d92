// The tabs of a screen. The shell knows them (Shell.tsx), and the screen's title shows them in its row (PageTitle.tsx).
import { createContext, type ReactNode } from 'react'

export const TitleTabs = createContext<ReactNode>(undefined)
